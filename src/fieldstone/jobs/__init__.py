"""Jobs that many workers do at the same time: in processes of this machine, or in those of many machines."""
