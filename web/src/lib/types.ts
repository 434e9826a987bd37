/** What the server says, as JSON: made by `python web/make_types.py` from the server's own description. */

export type Colour = "B" | "W";

export type Seat = 1 | 2;

/** One's own account. */
export interface Account {
    name: string;
    mail: string | null;
    created: number;
    passkeys: Passkey[];
    ratings: Rating[];
    /** Those whom one does not want to play, guests too. */
    blocked: Blocked[];
    /** Whether one is told of one's turns in games over days by mail. */
    alerts: boolean;
    /** One's live games whose other seat nobody has taken yet, on whichever device they were begun. */
    awaited: string[];
}

/** What is to be changed of one's account; what is left out stays. */
export interface AccountChange {
    /** At most 20 characters. */
    name?: string | null;
    alerts?: boolean | null;
    /** Of the mails. */
    language?: "en" | "ko" | "ja";
}

/** Deleting one's account, for ever. */
export interface AccountDeletion {
    /** One's own, so that nobody does it by mistake. At most 20 characters. */
    name: string;
}

/** All that there is of somebody: the account, and the games with all their events. */
export interface AccountExport {
    exported: number;
    account: Account;
    /** Null: none are wanted. */
    mails: Mails | null;
    devices: ToldDevice[];
    reports: OwnReport[];
    /** Those to somebody that are open; one's own are among the games. */
    challenges: Challenge[];
    games: ExportedGame[];
}

/** Something could not be kept, or is asked of a game that `hello` has not named: `hello` is wanted again. */
export interface AgainMessage {
    type: "again";
    game: string;
}

/**
 * The seats in games over days of which a browser is to be told, and where; none of them: of nothing any
 * more.
 */
export interface AlertsWanted {
    /** At most 1024 characters. */
    endpoint: string;
    /** `p256dh` of the browser's Push API, with which alerts are encrypted. At most 128 characters. */
    key: string;
    /** And `auth`. At most 64 characters. */
    secret: string;
    language: "en" | "ko" | "ja";
    games: OwnSeat[];
    /** Whether it is to be told of all games of who has signed in there, too, until they sign out. */
    account?: boolean;
}

/** A challenge that is not open any more. */
export interface AnsweredChallenge {
    id: string;
    how: "accepted" | "declined" | "withdrawn" | "expired";
}

/** A request of a client that knows of `ply` moves. */
export interface AtPly {
    ply: number;
}

/** The best move by one criterion, and what it is worth to who was to move. */
export interface BestMove {
    /** At most 80 characters. */
    best: string;
    /** The line that begins with it; empty where nothing is better than what was played. */
    better: string[];
    /** 0 to 1. */
    winrate: number;
    scoreLead: number | null;
}

/** Somebody whom one does not want to play. */
export interface Blocked {
    /** By which they are unblocked. */
    id: string;
    /** Null: a guest. */
    name: string | null;
    /** When one has said so. */
    created: number;
    /** In which that was; null: in none. At most 16 characters. */
    game: string | null;
    /** The position that it began at. */
    start: string | null;
}

/** Whether a player of a game does not want to play with the other one. */
export interface Blocking {
    blocked: boolean;
}

/** What an empty board looks like, and what is set on it. */
export interface BoardStyle {
    /** Points are cells, not crossings of lines. */
    cells: boolean;
    /** Points with a small dot: as on Go boards of such a size, the centre alone, or none. */
    stars: "go" | "centre" | "";
    /** Top and bottom belong to Black, left and right to White, and show it. */
    edges: boolean;
    /** The outer points are an area of their own, and the centre is marked. */
    rim: boolean;
    /** Flat discs with a red side, and not stones. */
    discs: boolean;
}

/**
 * After `main` seconds there are `periods` of `period` seconds; one is used up when a turn takes longer than
 * it.
 */
export interface ByoyomiClock {
    kind: "byoyomi";
    /** 0 to 86400. */
    main: number;
    /** 1 to 100. */
    periods: number;
    /** 5 to 3600. */
    period: number;
}

/** After the main time there are some periods; one is used up when a turn takes longer than it. */
export interface ByoyomiRules {
    kind: "byoyomi";
    /** 0 to 86400. */
    main: number;
    /** 1 to 100. */
    periods: number;
    /** 1 to 3600. */
    period: number;
}

/** A game that one person has offered to another, who has not answered. */
export interface Challenge {
    id: string;
    /** With its options. */
    game: string;
    rules: OnlineRules;
    /** Of who is challenged. */
    seat: Seat;
    public: boolean;
    rated: boolean;
    by: Player;
    to: Player;
    /** Whether it is by whoever is told, else it is to them. */
    mine: boolean;
    created: number;
    expires: number;
}

/** The challenges to whoever is told and by them: all that are open, at first and after every change. */
export interface ChallengesMessage {
    type: "challenges";
    open: Challenge[];
    /** What the change was, if one is over by it. */
    over: AnsweredChallenge | null;
}

/** An option that is one of a few values. */
export interface ChoiceOption {
    default: boolean | string;
    choices: (boolean | string)[];
    /** As that of a number. */
    notWith: Record<string, (boolean | string)[]>;
}

export type ClockRules = IncrementRules | ByoyomiRules;

/** The clocks, in seconds. */
export interface ClockState {
    /** Main time that was left when the running clock was started. In byo-yomi 0: each turn has a period. */
    left: Record<Seat, number>;
    /** Whole periods of byo-yomi left. */
    periods: Record<Seat, number>;
    /** null before the first move, which costs nothing, and when the game is over. */
    running: Seat | null;
    /** When this was written, by a clock of the server's that nobody sets. */
    now: number;
    /** When the running clock was started, by the same clock. */
    since: number;
}

/** Something that a player wants to do. */
export interface Command {
    /**
     * The same when the same is sent again: it is done once, and has the same answer. At most 32 characters.
     */
    nonce: string;
    /** The last event that the player knows of. 0 to 1e+06. */
    seq: number;
    what: "move" | "resign" | "abort" | "offer" | "accept" | "decline" | "claim" | "resume" | "more-time" | "say";
    /** At most 80 characters. */
    move?: string | null;
    /** What is offered, accepted or declined. */
    offer?: "takeback" | "draw" | "pause" | "rematch" | null;
    /** What is said. */
    phrase?: "hello" | "luck" | "nice" | "oops" | "moment" | "thanks" | "good-game" | "bye" | null;
    /**
     * Milliseconds of thinking by the client's own clock: it can make what is given back smaller, never
     * larger.
     */
    used?: number | null;
}

/** What the score is made of; each game has some of these. */
export interface Count {
    /** They add up to the scores, or are the factors of a product; none where groups are compared. */
    lines: ScoreLine[];
    /** By which group the game is decided, as it stands, in words; empty where none does. */
    decided: string;
    /** Points of territory by owner (V2). */
    territory?: Record<Colour, string[]>;
    stones?: Record<Colour, number>;
    /** Sums of the squares of the sizes of groups (Q1). */
    squares?: Record<Colour, number>;
    /** Points that count for a colour, where areas count apart: in the first one, in the second one (I9). */
    areas?: Record<Colour, string[]>[];
    /** Discs that show their colour, where areas count apart (I9). */
    inner?: Record<Colour, number>;
    outer?: Record<Colour, number>;
    captives?: Record<Colour, number>;
    /**
     * Where groups are compared, or one of them decides: the best first, of equal ones Black's, in board
     * order.
     */
    groups?: Group[];
}

/** Each turn may take so many days. */
export interface DaysClock {
    kind: "days";
    /** 1 to 30. */
    days: number;
}

/** Each player has `main` seconds; the first `delay` seconds of each turn do not count. */
export interface DelayClock {
    kind: "delay";
    /** 10 to 86400. */
    main: number;
    /** 1 to 3600. */
    delay: number;
}

/** A detail of a position text beside board and side. */
export interface Detail {
    name: "setup" | "komi" | "seats" | "passes" | "button" | "left";
    /** None: any number. */
    values: string[];
    /** Which value is left out. */
    usual: string;
    /** An empty board has none. */
    needsStones: boolean;
    /** The values of `setup` with which it cannot be said, as it has not been settled yet (S1). */
    unsettled: string[];
}

/** Something that a player wants to do in a game that was named in `hello`. */
export interface Do {
    /**
     * The same when the same is sent again: it is done once, and has the same answer. At most 32 characters.
     */
    nonce: string;
    /** The last event that the player knows of. 0 to 1e+06. */
    seq: number;
    what: "move" | "resign" | "abort" | "offer" | "accept" | "decline" | "claim" | "resume" | "more-time" | "say";
    /** At most 80 characters. */
    move?: string | null;
    /** What is offered, accepted or declined. */
    offer?: "takeback" | "draw" | "pause" | "rematch" | null;
    /** What is said. */
    phrase?: "hello" | "luck" | "nice" | "oops" | "moment" | "thanks" | "good-game" | "bye" | null;
    /**
     * Milliseconds of thinking by the client's own clock: it can make what is given back smaller, never
     * larger.
     */
    used?: number | null;
    type: "do";
    /** At most 16 characters. */
    game: string;
}

/** What was done over HTTP: the number of its event. */
export interface DoneAnswer {
    seq: number;
}

/** The answer to a `do` that has been sent before, or over another socket: it is on the disk. */
export interface DoneMessage {
    type: "done";
    nonce: string;
    /** Of the event. */
    seq: number;
}

/** What a move does to the board; points by name. A stone may be placed and removed by the same move (V5). */
export interface Effects {
    placed: string[];
    removed: string[];
    flipped: string[];
    captured: string[];
    released: string[];
    /** Of each stone that moves. */
    pushed: Push[];
    /** Stones that would have moved, away from the placed one, but go back (K5, K6). */
    returned: string[];
    /** What each stone that is flipped, captured or released shows afterwards, as in `rows`. */
    faces: Record<string, string>;
}

/** Nothing to say. */
export interface Empty {}

/** A game of which somebody wants to be told. */
export interface Entering {
    /** At most 16 characters. */
    id: string;
    /** At most 64 characters. */
    token?: string | null;
    /** The last event that is known; only later ones are told. 0 to 1e+06. */
    seq?: number;
}

/** What is wrong with a message, or why something has ended. */
export interface ErrorMessage {
    type: "error";
    /** Of the game that was to be watched; null if the message had none. */
    id: string | null;
    problem: Problem;
}

/** An event, when it is on the disk, with the clocks after it. */
export interface EventMessage {
    seq: number;
    kind:
        | "join"
        | "start"
        | "move"
        | "offer"
        | "decline"
        | "takeback"
        | "pause"
        | "resume"
        | "time"
        | "rematch"
        | "end"
        | "annul"
        | "say";
    /** When, in milliseconds since 1970. */
    at: number;
    /** Who has done it; some things happen by themselves, such as the fall of a flag. */
    seat?: Seat;
    /** A decision, or the two of a whole turn with a comma between them. */
    move?: string;
    used?: number;
    /** Milliseconds that were given back for the time on the way. */
    compensated?: number;
    what?: "takeback" | "draw" | "pause" | "rematch";
    /** What somebody has said: each page has its own words for it. */
    phrase?: "hello" | "luck" | "nice" | "oops" | "moment" | "thanks" | "good-game" | "bye";
    /** So many decisions are left after a takeback. */
    ply?: number;
    /** Milliseconds that the other player has got. */
    given?: number;
    /** The id of the rematch. */
    next?: string;
    winner?: Seat | null;
    how?: "resignation" | "time" | "forfeit" | "agreement" | "aborted" | "withdrawn" | "declined" | "expired";
    type: "event";
    game: string;
    /** To whoever has asked for it: that of the `do` that this answers. */
    nonce?: string;
    clock: OnlineClock;
    now: number;
}

/** A game of one's own with all that is known of it. */
export interface ExportedGame {
    id: string;
    seat: Seat;
    start: string;
    /** Decisions, with commas between them. */
    moves: string;
    rules: OnlineRules;
    phase: "open" | "joined" | "playing" | "paused" | "over";
    sought: boolean;
    /** Who has made an offer that waits for an answer, by what was offered. */
    offers: Record<string, Seat>;
    /** Null too where the rules have ended the game. */
    end: OnlineEnd | null;
    /** Whether the organiser has let it not count. */
    annulled: boolean;
    rated: boolean;
    challenge: KeptSeat | null;
    players: [Player | null, Player | null];
    clock: OnlineClock;
    created: number;
    updated: number;
    now: number;
    events: OnlineEvent[];
    /** One's own. */
    review: Review | null;
}

/** Each player has `main` seconds; after each turn `increment` are added, but not beyond `cap`. */
export interface FischerClock {
    kind: "fischer";
    /** 10 to 86400. */
    main: number;
    /** 0 to 3600. */
    increment: number;
    /** 10 to 604800. */
    cap?: number | null;
}

export type FromOnline =
    | Welcome
    | EventMessage
    | DoneMessage
    | RefusedMessage
    | HereMessage
    | PlayersMessage
    | LobbyMessage
    | ChallengesMessage
    | AgainMessage
    | Ping
    | OtherProtocol
    | WrongMessage;

export type FromServer = GameMessage | ErrorMessage;

/** What is known of a game before it is played. */
export interface GameFacts {
    name: string;
    title: string;
    base: string | null;
    designers: string[];
    year: number | null;
    /** In the language asked for. */
    tagline: string;
    shape: "square" | "hexagon";
    board: BoardStyle;
    score: ScoreStyle;
    options: Record<string, Option>;
    /** The size of the board where there is no option for it. */
    fixedSize: number | null;
    /** Sizes that people play, smallest first; empty where there is one only. */
    usualSizes: number[];
    levels: number;
    /** How many stones a whole turn sets. */
    turnLength: number;
    /** What a blunder loses where a review judges by points; null where nothing is counted. */
    blunderPoints: number | null;
}

/** Games, the last changed first. */
export interface GameList {
    games: GameSummary[];
    /** There are older ones. */
    more: boolean;
    /** Ids of damaged ones among them, which cannot be shown. */
    unreadable: string[];
}

/** Whenever a watched game changes; also at once after `watch`. */
export interface GameMessage {
    type: "game";
    game: StoredGame;
}

/** A game as lists show it. */
export interface GameSummary {
    id: string;
    /** ISO 8601, UTC. */
    created: string;
    updated: string;
    gameText: string;
    game: string;
    /** What the players have set, in an auction (S1); null before that, and in all other games. */
    komi: number | null;
    seats: Record<Seat, SeatInfo>;
    /** What each player holds; null until it is settled. */
    colours: Record<Seat, Colour | null>;
    plies: number;
    status: "playing" | "over";
    /** Whose decision is next; null when the game is over. */
    onMove: Seat | null;
    outcome: Outcome | null;
    /** For a small picture. */
    rows: string[];
    shape: "square" | "hexagon";
    board: BoardStyle;
    handed: HandedOver[];
    /** It was read from a file, and nobody has played on since. */
    imported: boolean;
}

/** Something that the board shows of a score, and what it means. */
export interface GlyphText {
    glyph: "territory" | "area-0" | "area-1" | "joined" | "wall" | "ends" | "surplus" | "worth" | "pair" | "deciding";
    text: string;
}

/** A group of stones, and what it is worth. */
export interface Group {
    colour: Colour;
    points: string[];
    /** Of the connection part (W5), empty if there is none. */
    connection?: string[];
    /** The two edge stones in it. */
    ends?: string[];
    /** The stones that are subtracted (W5). */
    surplus?: string[];
    /** What the group is worth, where that is not its size (Q1, W5). */
    value?: number;
    /**
     * The index of the group of the other colour that cancels it, null if none does (K8), or is as good (W6).
     */
    cancelledBy?: number | null;
    /**
     * Whether it decides as things stand: the biggest left (K8), the first better one (W6), or edges joined
     * (C1).
     */
    deciding?: boolean;
}

/** A guide with its positions drawn. */
export interface Guide {
    game: string;
    title: string;
    /** Who designed it, with the word for that: "Design: …", text. */
    credit: string;
    /** What the game is about: HTML as in the steps. */
    introduction: string;
    steps: GuideStep[];
    /** The game in short, in plain words; empty if nobody has written it. */
    short: GuideShort[];
    /** All that hold in the game, sentence by sentence. */
    rules: GuideRule[];
}

/** A rule of a game. */
export interface GuideRule {
    /** By which sentences cite it. */
    number: string;
    /** A paragraph: HTML as in the steps, with numbers of other rules. */
    html: string;
    /** The game in whose guide an example shows it, or "". */
    guide: string;
    /** The step there, from 1, or 0. */
    step: number;
}

/** A sentence of those that tell a game in short. */
export interface GuideShort {
    text: string;
    /** The game in whose guide an example shows it, or "". */
    guide: string;
    /** The step there, from 1, or 0. */
    step: number;
}

/** A step of a guide: a turn to find in a position, or moves that are not allowed there. */
export interface GuideStep {
    title: string;
    /** Paragraphs and lists, HTML made by the server from our own Markdown. */
    html: string;
    /** The position to play in, if the step has one. */
    view: View | null;
    /** The turn to find: do it, see what happens. One or two moves. */
    moves: string[];
    /** Moves that the step says are not allowed. */
    illegal: string[];
    /** Whether the step is about what is counted. */
    count: boolean;
}

/** Moves that persons have left to the computer: it has made those of both players. */
export interface HandedOver {
    /** The moves before them. */
    after: number;
    /** With the last of them; null: the computer finishes the game. */
    until: number | null;
}

/** That the server is well. */
export interface Health {
    status: "ok";
}

/** The first message, and again after a line was lost. */
export interface Hello {
    type: "hello";
    protocol: number;
    /** All that one wants to be told of; of others nothing is told any more. */
    games: Entering[];
    /** Whether one wants to be told what the lobby lists. */
    lobby?: boolean;
    /** Whether one wants to be told of the challenges to oneself and by oneself; guests have none. */
    challenges?: boolean;
}

/** Who is there: the players by seat, and how many watch. */
export interface Here {
    seats: [boolean, boolean];
    /** For how many milliseconds each has been away; null: is there, or it is not told. */
    away: [number | null, number | null];
    watchers: number;
}

/** Whenever that changes, but at most once a second. */
export interface HereMessage {
    seats: [boolean, boolean];
    /** For how many milliseconds each has been away; null: is there, or it is not told. */
    away: [number | null, number | null];
    watchers: number;
    type: "here";
    game: string;
}

/** A record as JSON, or the text of a file: a record, SGF, AbstractPlay's JSON, a move list, a position. */
export interface Import {
    record?: Record<string, unknown> | null;
    /** At most 1048576 characters. */
    text?: string | null;
}

/** Fischer's clock: after each turn `increment` seconds are added. */
export interface IncrementRules {
    kind: "increment";
    /** 1 to 86400. */
    main: number;
    /** 0 to 3600. */
    increment: number;
}

/** A game to which somebody is invited. */
export interface Invitation {
    /** At most 40 characters. */
    game: string;
    options?: Record<string, boolean | number | string>;
    /** Begin at its last position instead of the empty board. At most 20000 characters. */
    line?: string | null;
    clock: OnlineClockRules;
    /** Of whoever invites; null: by chance. The first seat is Black, or names komi. */
    seat: Seat | null;
    /**
     * By which whoever invites plays; made by the client, and the same when the request is sent again. At
     * most 64 characters.
     */
    token: string;
    /**
     * By which the other seat can be taken, once. Without it anybody may take it, and the lobby lists the
     * game. At most 64 characters.
     */
    invitation?: string | null;
    /**
     * The name of the person with an account who alone may take the other seat; then there is no
     * `invitation`. At most 40 characters.
     */
    challenged?: string | null;
    /**
     * Whether the lobby lists the game while it is played, for anybody to watch; else only who knows its id
     * may.
     */
    public?: boolean;
    /**
     * Whether the ratings of both change with it. Both have to be signed in then, and the game is as it
     * usually is.
     */
    rated?: boolean;
}

/** Taking the free seat. */
export interface Joining {
    /** Not needed where anybody may take it. At most 64 characters. */
    invitation?: string | null;
    /**
     * By which whoever joins plays; made by the client, and the same when the request is sent again. At most
     * 64 characters.
     */
    token: string;
}

/** The seat of whoever is challenged to a game by name. */
export interface KeptSeat {
    seat: Seat;
    /** Whether that is whoever asks. */
    me: boolean;
}

/** What may be named as komi (S4). */
export interface KomiRange {
    low: number;
    high: number;
    step: number;
}

/** The legal moves: points, named moves, and while komi is being named its range. */
export interface Legal {
    points: string[];
    /** Of "pass", "button", "swap", "black", "white". */
    namedMoves: string[];
    /** While komi is being named. */
    komi: KomiRange | null;
}

/** A position text or a move list. */
export interface Line {
    /** At most 20000 characters. */
    line: string;
}

/** A move, or a whole turn, after the last position of a line. */
export interface LineAndMove {
    /** At most 20000 characters. */
    line: string;
    /** At most 80 characters. */
    move: string;
}

/** What the lobby lists: all of it at first, then what has come or changed, at most once a second. */
export interface LobbyMessage {
    type: "lobby";
    whole: boolean;
    seeks: Seek[];
    games: PublicGame[];
    /** The ids of seeks that are not listed any more. */
    gone: string[];
    /** The ids of games that are not. */
    over: string[];
}

/** The secret of such a link. */
export interface MailLink {
    /** At most 64 characters. */
    secret: string;
}

/** What a link is for; it has not been used up by asking. */
export interface MailLinkTold {
    mail: string;
    /** Of the account that it is for; null: signing in makes one, which needs a name. */
    name: string | null;
    /** Whether that account gets this address by it. */
    adds: boolean;
}

/**
 * A link for signing in, to be sent by mail. The answer is the same whether or not somebody has this address.
 */
export interface MailLinkWanted {
    /** At most 254 characters. */
    mail: string;
    language: "en" | "ko" | "ja";
}

/** Signing in by a link. It works once. */
export interface MailSignIn {
    games?: OwnSeat[];
    /** At most 64 characters. */
    secret: string;
    /** Of a new account. At most 20 characters. */
    name?: string | null;
}

/** The mails that tell of one's turns. */
export interface Mails {
    language: "en" | "ko" | "ja";
    /** The address of the page that they lead to. */
    page: string | null;
}

/** A move or a whole turn by a client that knows of `ply` moves. */
export interface MoveAtPly {
    /** At most 80 characters. */
    move: string;
    ply: number;
    /** It is the computer's: the client has chosen it for the seat that is to move. */
    computer?: boolean;
}

/** The moves of a line. */
export interface Moves {
    moves: PlayedMove[];
}

/** A game to be played, from the empty board or from the last position of `line`. */
export interface NewGame {
    /** At most 40 characters. */
    game: string;
    options?: Record<string, boolean | number | string>;
    seats: Record<Seat, NewSeat>;
    clock?: ClockRules | null;
    /**
     * Begin at a position or after the moves of a line instead of the empty board. At most 20000 characters.
     */
    line?: string | null;
}

/** Who shall sit there. */
export interface NewSeat {
    kind: "human" | "computer";
    /**
     * Of a computer; 5 unless it is told otherwise. Only games with a network have levels above 10. 1 to 12.
     */
    level?: number | "max" | null;
    /** At most 40 characters. */
    name?: string;
}

/** An option that is a whole number. */
export interface NumberOption {
    default: number;
    low: number;
    high: number;
    step: number;
    /** Values of other options with which it cannot be given: it is its default then. */
    notWith: Record<string, (boolean | string)[]>;
    /**
     * By the size of the board the highest value that makes sense, where that is not `high` on every board.
     */
    highBySize: Record<string, number>;
}

/** What this server offers. */
export interface Offering {
    /** Games between people on several devices. */
    online: boolean;
    /** The key by which a browser subscribes to alerts, as base64url; null where there are none. */
    alerts: string | null;
    /** Accounts to which one signs in by passkeys. */
    passkeys: boolean;
    /** Accounts to which one signs in by links sent by mail. */
    mail: boolean;
}

/** The clocks: milliseconds by seat, the first seat first. */
export interface OnlineClock {
    left: [number, number];
    /** The seat whose turn it is; 0 before the start and after the end. */
    running: 0 | 1 | 2;
    /** When that turn began, by a clock of the server's that nobody sets; in a pause, when that did. */
    since: number;
    /** Of byo-yomi, left; only there with it. */
    periods?: [number, number];
    /** Who has finished a first turn; not there any more when both have. */
    moved?: [boolean, boolean];
    /** In a pause only: for how long the turn had been running. */
    held?: number;
}

export type OnlineClockRules = FischerClock | ByoyomiClock | DelayClock | DaysClock;

/** An end that the rules do not know of. */
export interface OnlineEnd {
    winner: Seat | null;
    how: "resignation" | "time" | "forfeit" | "agreement" | "aborted" | "withdrawn" | "declined" | "expired";
}

/** Something that has happened in a game; which keys there are beside the first three depends on the kind. */
export interface OnlineEvent {
    seq: number;
    kind:
        | "join"
        | "start"
        | "move"
        | "offer"
        | "decline"
        | "takeback"
        | "pause"
        | "resume"
        | "time"
        | "rematch"
        | "end"
        | "annul"
        | "say";
    /** When, in milliseconds since 1970. */
    at: number;
    /** Who has done it; some things happen by themselves, such as the fall of a flag. */
    seat?: Seat;
    /** A decision, or the two of a whole turn with a comma between them. */
    move?: string;
    used?: number;
    /** Milliseconds that were given back for the time on the way. */
    compensated?: number;
    what?: "takeback" | "draw" | "pause" | "rematch";
    /** What somebody has said: each page has its own words for it. */
    phrase?: "hello" | "luck" | "nice" | "oops" | "moment" | "thanks" | "good-game" | "bye";
    /** So many decisions are left after a takeback. */
    ply?: number;
    /** Milliseconds that the other player has got. */
    given?: number;
    /** The id of the rematch. */
    next?: string;
    winner?: Seat | null;
    how?: "resignation" | "time" | "forfeit" | "agreement" | "aborted" | "withdrawn" | "declined" | "expired";
}

/** A game between people as somebody is told of it. */
export interface OnlineGame {
    id: string;
    /** Of whoever asks; null for who only watches. */
    seat: Seat | null;
    /** The position that it begins at. */
    start: string;
    rules: OnlineRules;
    /** Whether the other seat is still free. */
    open: boolean;
    /** Whether the rules have a draw, so that the players may agree on one. */
    drawable: boolean;
    /** Whether anybody could or can take the other seat. */
    sought: boolean;
    /** Whether the lobby lists the game while it is played. */
    public: boolean;
    /** Whether the ratings of both change with it. */
    rated: boolean;
    /** The seat that is kept for one person alone, or was; null: it is no challenge. */
    challenge: KeptSeat | null;
    /** By seat; null where nobody sits yet, and nobody is challenged. */
    players: [Player | null, Player | null];
    created: number;
    /** Those that are not known yet. */
    events: OnlineEvent[];
    clock: OnlineClock;
    here: Here;
    /** When this was written, by the clock of the clocks. */
    now: number;
}

/** The rules of the clocks, in milliseconds; what does not apply is 0. */
export interface OnlineRules {
    kind: "fischer" | "byoyomi" | "delay" | "days";
    /** Of "days": for each turn. */
    main: number;
    increment: number;
    cap: number;
    periods: number;
    period: number;
    delay: number;
}

/** How a game stands, for a list of one's own games. */
export interface OnlineStanding {
    id: string;
    seat: Seat;
    start: string;
    /** Decisions, with commas between them. */
    moves: string;
    rules: OnlineRules;
    phase: "open" | "joined" | "playing" | "paused" | "over";
    sought: boolean;
    /** Who has made an offer that waits for an answer, by what was offered. */
    offers: Record<string, Seat>;
    /** Null too where the rules have ended the game. */
    end: OnlineEnd | null;
    /** Whether the organiser has let it not count. */
    annulled: boolean;
    rated: boolean;
    challenge: KeptSeat | null;
    players: [Player | null, Player | null];
    clock: OnlineClock;
    created: number;
    updated: number;
    now: number;
}

/** One's own games; those that are not there any more are left out. */
export interface OnlineStandings {
    games: OnlineStanding[];
}

export type Option = NumberOption | ChoiceOption;

/** The page and the server do not speak the same protocol: the page has to be loaded again. */
export interface OtherProtocol {
    type: "other-protocol";
    protocol: number;
}

/** How a game ended; `winner` is null for a draw. */
export interface Outcome {
    winner: Colour | null;
    winnerSeat: Seat | null;
    /** A word of `over=`, or "resignation", "time", "forfeit", "agreement". */
    termination: string;
    /**
     * For people, in the language asked for: what ended the game and what decided it; in lists without the
     * count.
     */
    sentence: string;
}

/**
 * One's own games, the latest first. The first answer has all that go on, however long ago they have changed.
 */
export interface OwnGames {
    games: OnlineStanding[];
    /** What `before` has to be for the next ones; null: there are none. */
    more: number | null;
}

/** What one has told the organiser of the other player of a game. */
export interface OwnReport {
    /** At most 16 characters. */
    game: string;
    reason: "engine" | "left" | "name" | "other";
    text: string;
    created: number;
}

/** A seat in which somebody sits. */
export interface OwnSeat {
    /** At most 16 characters. */
    id: string;
    /** At most 64 characters. */
    token: string;
}

/** The seats of which somebody wants to know how their games stand. */
export interface OwnSeats {
    games: OwnSeat[];
}

/** A passkey of one's own. */
export interface Passkey {
    id: string;
    created: number;
    used: number;
}

/** What the browser has answered. */
export interface PasskeyAnswer {
    games?: OwnSeat[];
    /** At most 64 characters. */
    ticket: string;
    /** What `PublicKeyCredential.toJSON` gives. */
    credential: Record<string, unknown>;
}

/** What the browser is to be asked for. */
export interface PasskeyOptions {
    /** To be sent with what the browser answers, once. */
    ticket: string;
    /** For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
    options: Record<string, unknown>;
}

/** A passkey to be made. */
export interface PasskeyWanted {
    /** Of a new account; without it the passkey is for whoever is signed in. At most 20 characters. */
    name?: string | null;
}

/** Every few seconds; by the answer the server measures the round trip. */
export interface Ping {
    type: "ping";
    n: number;
}

/** A move of a game. */
export interface PlayedMove {
    /** Moves before it. */
    ply: number;
    move: string;
    seat: Seat;
    colour: Colour;
    /** It settles who has which colour (S1, K10), and is made for no colour: `colour` is provisional. */
    settles: boolean;
    /** The turn that it belongs to, from 0: all stones of one turn have the same number (W2). */
    turn: number;
    effects: Effects;
}

/** Who sits in a seat. */
export interface Player {
    /** Null: a guest. */
    name: string | null;
    /** Whether it was somebody who has deleted the account. */
    deleted: boolean;
    /**
     * In this game, at its class of sizes and its pace; before it where it is rated and over. Null: none yet.
     */
    rating: number | null;
    /** Whether that is not sure yet. */
    provisional: boolean;
    /** What a rated game has changed of it; null before its end. */
    change: number | null;
}

/** What a player's moves gave away. */
export interface PlayerSummary {
    seat: Seat;
    /** 0 to 20000. */
    moves: number;
    /** 0 to 20000. */
    best: number;
    /** -1 to 1. */
    winrateLoss: number;
    scoreLoss: number | null;
    /** 0 to 20000. */
    blunders: number;
    /** 0 to 20000. */
    mistakes: number;
    /** 0 to 20000. */
    slips: number;
}

/** Whenever something changes about who sits in the seats, such as their ratings at the end. */
export interface PlayersMessage {
    type: "players";
    game: string;
    players: [Player | null, Player | null];
}

/** The answer to `ping`, at once. */
export interface Pong {
    type: "pong";
    n: number;
}

/** What went wrong: application/problem+json (RFC 9457). */
export interface Problem {
    type: string;
    title: string;
    status: number;
    /** A sentence for people, in the language asked for. */
    detail: string;
}

/** What everybody may know of somebody. */
export interface Profile {
    name: string;
    created: number;
    ratings: Rating[];
    /**
     * Those that are over and were public or rated, the latest first; `seat` is that of whose profile it is.
     */
    games: OnlineStanding[];
    /** Whether whoever asks does not want to play them. */
    blocked: boolean;
}

/** A game that anybody may watch. */
export interface PublicGame {
    id: string;
    game: string;
    rules: OnlineRules;
    /** The board from the top down, one character a point, rows with "/" between them. */
    rows: string;
    moves: number;
    rated: boolean;
    players: [Player | null, Player | null];
    created: number;
}

/** A stone that is pushed; `wraps`: over the edge and back on at the other side (K4). */
export interface Push {
    from: string;
    to: string;
    wraps: boolean;
}

/** How strong somebody has proved to be in a game, at a class of sizes and a pace. */
export interface Rating {
    game: string;
    size: "small" | "medium" | "large";
    pace: "fast" | "slow" | "days";
    rating: number;
    deviation: number;
    /** That count. */
    games: number;
    /** Whether it is not sure yet. */
    provisional: boolean;
}

/** The other answer to `do`: nothing has been done. */
export interface RefusedMessage {
    type: "refused";
    nonce: string;
    problem: Problem;
}

/** What is to be told to the organiser of the other player of a game. */
export interface Report {
    reason: "engine" | "left" | "name" | "other";
    /** At most 500 characters. */
    text?: string;
}

/** A report that waits for the organiser. */
export interface Reported {
    /** At most 16 characters. */
    game: string;
    /** Of who has reported the other one. */
    seat: Seat;
    by: string | null;
    /** Their names; null: a guest. */
    about: string | null;
    reason: "engine" | "left" | "name" | "other";
    text: string;
    created: number;
}

/** The reports that wait, the oldest first. */
export interface Reports {
    reports: Reported[];
}

/** Who gives up. */
export interface Resignation {
    seat: Seat;
}

/** What the engine of a page has found of a game. */
export interface Review {
    /**
     * The moves that were reviewed: a game that went on, or in which a move was taken back, has other ones.
     * At most 20000 characters.
     */
    line: string;
    /** For each position. 0 to 3600. */
    seconds: number;
    /** Every position has been looked at: it was not stopped half-way. */
    complete: boolean;
    looks: ReviewedPosition[];
    moves: ReviewedMove[];
    players: PlayerSummary[];
}

/** A move of a reviewed game, as docs/json.md describes it. Chances are of the player who moved. */
export interface ReviewedMove {
    /** 0 to 20000. */
    ply: number;
    /** At most 80 characters. */
    move: string;
    seat: Seat;
    /** null while colours are open. */
    colour: Colour | null;
    forced: boolean;
    /** 0 to 1. */
    winrate: number;
    winrateError: number;
    /** -1 to 1. */
    winrateLoss: number;
    winrateLossError: number;
    scoreLead: number | null;
    scoreLoss: number | null;
    /** null where it is not known. */
    scoreLossError: number | null;
    proven: "win" | "loss" | "draw" | null;
    judgedBy: "chance" | "points";
    /** null where it gave away too little, or it is not certain that it did. */
    verdict: Verdict | null;
    /** How bad it seems to be by what it is judged by: 1 is a blunder, if it is certain. */
    weight: number;
    byChance: BestMove;
    /** null where points decide nothing. */
    byPoints: BestMove | null;
    answer: string[];
}

/** What was found of a position of a game. */
export interface ReviewedPosition {
    /** 0 to 20000. */
    ply: number;
    /** Of player 1. 0 to 1. */
    chance: number;
    /** Of player 1; null where points decide nothing. */
    margin: number | null;
    /** The chance is proven, or the game is over. */
    certain: boolean;
    /**
     * How far the truth may be from the chance; null where the page that made the review did not keep it. 0
     * to 1.
     */
    error: number | null;
}

/** A line of a score breakdown. */
export interface ScoreLine {
    /** What it is, in words. */
    told: string;
    /** How much of it there is; null where it is not for a colour. */
    amounts: Record<Colour, number | null>;
    /** What of it is in the score, where that is something else: an area without any disc is a 1 (I9). */
    countsAs?: Record<Colour, number>;
}

/** How a score is composed and told. */
export interface ScoreStyle {
    kind: "points" | "groups" | "product" | "none";
    /** What margins are counted in; null where nothing is counted. */
    unit: "points" | "group" | "value" | null;
    territory: boolean;
    /** How it is counted, in words. */
    legend: string;
    /** What the board shows of it. */
    glyphs: GlyphText[];
    /** How what an analysis expects of its parts is shown: their names stand in braces. */
    expected: string | null;
    /** The sentence around that, with places for {black} and {white}. */
    expectedTold: string | null;
}

/** Who sits there. */
export interface SeatInfo {
    kind: "human" | "computer";
    /** null for a human. 1 to 12. */
    level: number | "max" | null;
    /** Empty unless somebody has given one. */
    name: string;
    /** Which player it is, where there is no name: the seat in a first game, and the same after a rematch. */
    number: Seat;
}

/**
 * What comes with signing in: the seats in which one has played as a guest, and which are one's own from now
 * on.
 */
export interface Seated {
    games?: OwnSeat[];
}

/** A game that anybody may join. */
export interface Seek {
    id: string;
    /** With its options. */
    game: string;
    rules: OnlineRules;
    /** Of whoever joins; null: chance has decided, and does not tell. */
    seat: Seat | null;
    public: boolean;
    rated: boolean;
    /** Who seeks. */
    player: Player;
    created: number;
}

/** Signing out. */
export interface SignOut {
    /** In all browsers. */
    everywhere?: boolean;
}

/** A game with everything that its page shows. */
export interface StoredGame {
    id: string;
    /** ISO 8601, UTC. */
    created: string;
    updated: string;
    gameText: string;
    game: string;
    /** What the players have set, in an auction (S1); null before that, and in all other games. */
    komi: number | null;
    seats: Record<Seat, SeatInfo>;
    /** What each player holds; null until it is settled. */
    colours: Record<Seat, Colour | null>;
    plies: number;
    status: "playing" | "over";
    /** Whose decision is next; null when the game is over. */
    onMove: Seat | null;
    outcome: Outcome | null;
    /** For a small picture. */
    rows: string[];
    shape: "square" | "hexagon";
    board: BoardStyle;
    handed: HandedOver[];
    /** It was read from a file, and nobody has played on since. */
    imported: boolean;
    clockRules: ClockRules | null;
    clock: ClockState | null;
    moves: PlayedMove[];
    view: View;
    /** The computer is to move, for its own seat or a person's: whoever shows the game chooses the move. */
    thinking: boolean;
    canUndo: boolean;
}

export type ToOnline = Hello | Do | Pong;

export type ToServer = Watch | Unwatch;

/** A browser that tells of one's turns. */
export interface ToldDevice {
    language: "en" | "ko" | "ja";
    created: number;
}

/** The moves of a game with its variations, the main line first. */
export interface Tree {
    /** On the whole game. */
    comment: string;
    nodes: TreeNode[];
}

/** A move in a tree of variations. */
export interface TreeNode {
    /** The number of the node that it follows, counted from 1; 0 is the start. */
    after: number;
    move: string;
    seat: Seat;
    colour: Colour;
    /** As that of a played move. */
    settles: boolean;
    turn: number;
    comment: string;
}

/** A game of which nothing can be told. */
export interface UnknownGame {
    id: string;
    problem: Problem;
}

/** Tell no more of a game. */
export interface Unwatch {
    type: "unwatch";
    /** At most 64 characters. */
    game: string;
}

export type Verdict = "slip" | "mistake" | "blunder";

/** A position with everything that is drawn of it. */
export interface View {
    /** A name, with options in brackets. */
    gameText: string;
    game: string;
    options: Record<string, boolean | number | string>;
    /** The position text. */
    position: string;
    /** The game with its moves, as in "…(…) moves e5,c3". Identifies a place in a tree of variations. */
    line: string;
    ply: number;
    shape: "square" | "hexagon";
    board: BoardStyle;
    score: ScoreStyle;
    size: number;
    /**
     * Names of the points in the order of the characters of `rows` joined: from the top down, from the left.
     */
    points: string[];
    /** From the top down; "." empty, "B", "W", and "b", "w" for captives by owner. */
    rows: string[];
    /** Moves of the game beside the points, apart from komi: "pass", "button", "swap", "black", "white". */
    namedMoves: string[];
    /** What can stand on a point. */
    brushes: string[];
    /** What the position text may say beside board and side. */
    details: Detail[];
    /** null when the game is over. */
    toMove: Colour | null;
    seat: Seat | null;
    /** Which player holds a colour. During an auction provisional. */
    seats: Record<Colour, Seat>;
    /** What each player holds; null until it is settled. */
    colours: Record<Seat, Colour | null>;
    /** Whether colours may change hands at this moment, by a choice of sides (S1) or a swap (K10). */
    exchange: "never" | "now" | "not now";
    setup: "komi" | "side" | null;
    komi: number | null;
    passes: number;
    /** Who has taken the button (V8), "-" for nobody; null in games without one. */
    button: "B" | "W" | "-" | null;
    /** Stones that the side to move may still place in this turn; null where a turn is one move. */
    stonesLeft: number | null;
    /** The side to move has begun its turn and goes on with it. */
    turnOpen: boolean;
    legal: Legal;
    /**
     * Moves beside the points that belong beside the board now, some of them not legal yet; none during the
     * setup.
     */
    offered: string[];
    /**
     * Why so little is legal: "capture" where that is forced (I5), "pass" where nothing else is left; an
     * installed game may have other names.
     */
    obliged: string | null;
    /** The same in a few words to the player, in the language asked for. */
    duty: string | null;
    /** What each legal point does, where it does more than set a stone. */
    effects: Record<string, Effects>;
    /** As the rules count them; null where nothing is counted. */
    scores: Record<Colour, unknown>;
    /** As people read them: "12½", "7, 3", "4 × 7 = 28"; empty where nothing is counted. */
    scoreText: Record<Colour, string>;
    /** Whether the score says anything yet about how the game may end (V2). */
    scoreTells: boolean;
    count: Count;
    last: PlayedMove | null;
    outcome: Outcome | null;
}

/** Tell of every change of a game, beginning with how it stands. */
export interface Watch {
    type: "watch";
    /** At most 64 characters. */
    game: string;
}

/** The answer to `hello`. */
export interface Welcome {
    type: "welcome";
    protocol: number;
    games: (OnlineGame | UnknownGame)[];
}

/** Why a move is illegal, in a sentence; null if it is legal. */
export interface Why {
    reason: string | null;
}

/** What is wrong with a message that is none of those above. */
export interface WrongMessage {
    type: "wrong";
    problem: Problem;
}
