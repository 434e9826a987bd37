/** The folder with the data of the static edition, beside its document; empty in the page of a server. */
declare const __DATA__: string;
