// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { gameTree } from "../../lib/api";
import type { StoredGame } from "../../lib/types";
import { keptComments } from "../study/kept";
import { keepRemarks } from "./remarks";

vi.hoisted(() => vi.stubGlobal("matchMedia", () => ({ matches: false })));
vi.mock("../../lib/api", () => ({ gameTree: vi.fn() }));
const game = { id: "abc", view: { line: "kaomi(size=4,pie=true) moves a1" } } as unknown as StoredGame;
const node = { after: 0, move: "a1", colour: "B" as const, seat: 1 as const, turn: 0, settles: false };

beforeEach(() => localStorage.clear());

it("keeps what a record says, of the game and of its moves", async () => {
    vi.mocked(gameTree).mockResolvedValue({ comment: "", nodes: [{ ...node, comment: "quiet corner" }] });
    await keepRemarks(game);
    expect(keptComments("game abc")).toBe("quiet corner");
    vi.mocked(gameTree).mockResolvedValue({ comment: "the final", nodes: [{ ...node, comment: "" }] });
    await keepRemarks({ ...game, id: "def" });
    expect(keptComments("game def")).toBe("the final");
});
it("keeps nothing where nothing is said, and does without what cannot be read", async () => {
    vi.mocked(gameTree).mockResolvedValue({ comment: "", nodes: [{ ...node, comment: "" }] });
    await keepRemarks(game);
    expect(localStorage).toHaveLength(0);
    vi.mocked(gameTree).mockRejectedValue(new Error("away"));
    await expect(keepRemarks(game)).resolves.toBeUndefined();
});
