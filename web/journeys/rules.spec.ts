/** The rules beside the board: opened by key, button and number, while the game goes on. */
import {
    begin,
    board,
    expect,
    expectAccessible,
    expectFits,
    pick,
    point,
    press,
    put,
    stored,
    test,
    textsOf,
    turn,
} from "./helpers";

test("the rules lie beside the game, which goes on", async ({ page }) => {
    await begin(page, "kaomi", { size: "5×5", swap: "Off" });
    await put(page, "c3");
    await point(page, "a1").focus();
    await page.keyboard.press("Shift+R");
    const rules = page.getByRole("dialog", { name: "Rules: Kaomi" });
    await expect(rules).toBeFocused();
    await expect(rules.getByRole("listitem", { name: "Rule K10" })).toContainText("pie rule");
    const playing = page.getByRole("grid", { name: "Board: Kaomi" });
    const square = await playing.boundingBox();
    const panel = await rules.boundingBox();
    expect(panel!.x).toBeGreaterThanOrEqual(square!.x + square!.width);
    // A stone is set while they are open.
    await playing.getByRole("gridcell", { name: /^a5\b/ }).click();
    await expect(turn(page, "Black to move")).toBeVisible();
    // Before and after, on a small board; a number in a sentence leads to the rule that it is of.
    const fourth = rules.getByRole("listitem", { name: "Rule K4" });
    await press(fourth, "Show on a board");
    await expect(fourth.getByRole("gridcell", { name: /^a3, black stone/ })).toBeVisible();
    await pick(fourth, "Before");
    await expect(fourth.getByRole("gridcell", { name: /^a3, white stone/ })).toBeVisible();
    await expectAccessible(page);
    await press(rules.getByRole("listitem", { name: "Rule S3" }), "Rule K10");
    await expect(rules.getByRole("listitem", { name: "Rule K10" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(rules).toBeHidden();
    await expect(point(page, "a1")).toBeFocused();
});

test("a number in a reason opens its rule, in a variant too", async ({ page }) => {
    await begin(page, "convacu", { size: 5 });
    await put(page, "c3");
    await point(page, "c3").click();
    await press(page, "Rule V3");
    const rules = page.getByRole("dialog", { name: "Rules: Convacu" });
    const third = rules.getByRole("listitem", { name: "Rule V3" });
    await expect(third).toBeFocused();
    await expect(third.getByRole("grid")).toBeVisible();
    await expect(rules.getByRole("listitem", { name: /^Rule / }).first()).toContainText("C1");
    await expect(rules.getByRole("heading", { name: "Not in Convacu" })).toBeVisible();
    await press(rules, "Close");
    await expect(rules).toBeHidden();
});

test.describe("in Korean", () => {
    test.use({ locale: "ko-KR" });
    test("a variant is called there what it is called in a sentence", async ({ page, request }) => {
        await page.goto(`/games/${await stored(request, "iago-free moves d4")}`);
        await page
            .getByRole("button", { name: textsOf("ko")["rules.button"]!, exact: true })
            .first()
            .click();
        await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).toHaveText("규칙: 이아고(자유 포획)");
    });
});

test("on a phone they lie over the lower part, in every direction", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await begin(page, "iago");
    await press(page, "More");
    await press(page, "Rules");
    const rules = page.getByRole("dialog", { name: "Rules: Iago" });
    await expect(rules).toBeVisible();
    expect((await rules.boundingBox())!.y).toBeGreaterThan(370);
    await press(rules.getByRole("listitem", { name: "Rule I5" }), "Show on a board");
    await expect(rules.getByText("Illegal here: f4, c3.")).toBeVisible();
    await expectAccessible(page);
    for (const [width, height] of [
        [320, 740],
        [740, 360],
    ] as const)
        await expectFits(page, width, height);
    await expect(board(page).first()).toBeVisible();
});

test("on the analysis board and in the editor numbers open rules too", async ({ page }) => {
    await page.goto("/analyse?" + new URLSearchParams({ line: "vacu(size=5,komi=0) ...../...../.B.../WWB../.WB.. B" }));
    await point(page, "a1").click();
    await press(page, "Rule V5");
    const rules = page.getByRole("dialog", { name: "Rules: Vacu" });
    await expect(rules.getByRole("listitem", { name: "Rule V5" })).toBeFocused();
    await page.goto("/edit?" + new URLSearchParams({ position: "kaomi(size=5) BB.../...../...../...../..... B" }));
    await press(page, "Rule K1");
    await expect(page.getByRole("dialog", { name: "Rules: Kaomi" })).toBeVisible();
});
