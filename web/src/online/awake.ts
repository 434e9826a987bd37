/** The screen stays on while somebody waits at a live game: what is drawn there needs no touch for minutes. */

/** Keep the screen on until the function that is returned is called; nothing where the browser cannot. */
export function keepAwake(): () => void {
    const { wakeLock } = navigator as Partial<Navigator>; // only at https addresses
    if (!wakeLock) return () => undefined;
    let left = false;
    let lock: WakeLockSentinel | null = null;
    const hold = async (): Promise<void> => {
        if (document.hidden) return; // the browser takes it away there, and it is asked for on the way back
        try {
            const held = await wakeLock.request("screen");
            if (left) await held.release();
            else lock = held;
        } catch {
            // A device that saves power may refuse.
        }
    };
    const look = (): void => void hold();
    document.addEventListener("visibilitychange", look);
    look();
    return () => {
        left = true;
        document.removeEventListener("visibilitychange", look);
        void lock?.release();
    };
}
