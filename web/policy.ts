/** What the static edition may load and run: in its document, and as a header (docs/hosting.md). */

/** Shows what a document says that was opened from the disk. Inline, as browsers load no script there. */
export const SHOW = 'if (location.protocol === "file:") document.getElementById("opened").hidden = false;';

export const POLICY = Object.entries({
    "default-src": "'none'",
    // The hash is that of SHOW.
    "script-src": "'self' 'wasm-unsafe-eval' 'sha256-997D/0apnQwr3VmHEXl2LmzzG/BFvsVl5QzJFUjb89s='",
    "worker-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
})
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
