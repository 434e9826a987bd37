/** One meeting for each game of this page: who waits for somebody and who looks at the game are told of the same. */
import { Meeting } from "../../online/meeting.svelte";

const meetings = new Map<string, Meeting>();

export function meetingOf(id: string): Meeting {
    const found = meetings.get(id) ?? new Meeting(id);
    meetings.set(id, found);
    return found;
}
