"""The kernels for other targets than the process that compiles them: WebAssembly, from the same Python sources.

`table` lists what a module exports; `translate` makes one LLVM module of it; `layout` describes records and arguments
as data; `webassembly` makes a module of both; `build` does that for a game and knows whether what lies there is stale.
"""
