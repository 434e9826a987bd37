import { expect, test } from "vitest";
import hosting from "../../docs/hosting.md?raw";
import { POLICY, SHOW } from "../policy";

const HEADER = `${POLICY}; frame-ancestors 'none'`;

test("the script in the document is the one that the policy allows", async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(SHOW));
    expect(POLICY).toContain(`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`);
    expect(POLICY.match(/unsafe|sha256|data:|blob:/g)).toEqual(["unsafe", "sha256"]);
});

test("the header of the documentation is the policy of the document, and says who may frame it", () => {
    const [shown] = hosting.match(/^default-src [^`]*/m)!;
    expect(shown.trim().replaceAll("\n", " ")).toBe(HEADER);
    const parts = [...hosting.matchAll(/^set \$policy "(?:\$\{policy\})?(.*)";$/gm)].map(([, part]) => part);
    expect(parts.join("")).toBe(HEADER);
    expect(hosting.match(/add_header Content-Security-Policy .*/g)).toEqual(
        Array(2).fill("add_header Content-Security-Policy $policy;"),
    );
});
