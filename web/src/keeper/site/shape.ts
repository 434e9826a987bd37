/**
 * Whether data have the form that a JSON Schema describes: as much of it as the schema of a record uses. The twin of
 * `fieldstone/records/schema.py`, with the same sentences about what does not fit.
 */
import { tokensOf } from "../../engine/positions/reading";
import { Unreadable } from "./refusals";

type Kind = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

export interface Schema {
    $ref?: string;
    $defs?: Record<string, Schema>;
    type?: Kind | Kind[];
    enum?: unknown[];
    const?: unknown;
    pattern?: string;
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    minItems?: number;
    maxItems?: number;
    maxProperties?: number;
    required?: string[];
    properties?: Record<string, Schema>;
    additionalProperties?: Schema;
    items?: Schema;
    if?: Schema;
    then?: Schema;
    else?: Schema;
}

const SHOWN = 60;
const SHOWN_KEY = 30;
const DATES = ["started", "ended"];

/** A text as a sentence may hold it. */
export function shortened(text: string, length = SHOWN): string {
    const characters = [...tokensOf(text).join(" ")];
    return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : characters.join("");
}
const lengthOf = (text: string): number => [...text].length;

function kinds(value: unknown): Kind[] {
    if (value === null) return ["null"];
    if (Array.isArray(value)) return ["array"];
    if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
    return [typeof value as Kind];
}

/** Throw Unreadable at the first place where data do not have the form. */
export function checkShape(schema: Schema, data: unknown): void {
    new Checker(schema).check(schema, data, "");
}

class Checker {
    constructor(private readonly root: Schema) {}

    check(schema: Schema, value: unknown, where: string): void {
        if (schema.$ref) {
            this.check(this.root.$defs![schema.$ref.replace("#/$defs/", "")]!, value, where);
            return;
        }
        const { type, enum: values } = schema;
        const types = type === undefined ? null : Array.isArray(type) ? type : [type];
        if (types && !types.some((one) => kinds(value).includes(one))) this.#mustBe(types, value, where);
        if (values && !values.includes(value)) this.#mustBe(values, value, where);
        if ("const" in schema && schema.const !== value) this.#mustBe([schema.const], value, where);
        if (typeof value === "number") this.#number(schema, value, where);
        if (typeof value === "string") this.#text(schema, value, where);
        if (Array.isArray(value)) this.#list(schema, value, where);
        else if (typeof value === "object" && value !== null)
            this.#object(schema, value as Record<string, unknown>, where);
    }

    #fail(key: string, where: string, allowed: unknown, value: unknown): never {
        const place = where.replace(/^\./, "") || "record";
        const shown = shortened(JSON.stringify(value) ?? "");
        throw new Unreadable(`record.${key}`, { where: place, allowed: String(allowed), value: shown });
    }

    #mustBe(allowed: unknown[], value: unknown, where: string): never {
        const texts = allowed.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
        return this.#fail("must-be", where, texts.join(", "), value);
    }

    #number({ minimum, maximum }: Schema, value: number, where: string): void {
        if (minimum !== undefined && value < minimum) this.#fail("too-small", where, minimum, value);
        if (maximum !== undefined && value > maximum) this.#fail("too-great", where, maximum, value);
    }

    #text({ minLength, maxLength, pattern }: Schema, value: string, where: string): void {
        if (minLength !== undefined && lengthOf(value) < minLength) this.#fail("too-short", where, minLength, value);
        // No text has more characters than it has units of UTF-16.
        if (maxLength !== undefined && value.length > maxLength && lengthOf(value) > maxLength)
            this.#fail("too-long", where, maxLength, value);
        if (pattern === undefined || new RegExp(pattern, "u").test(value)) return;
        const date = where.replace(/^\./, "");
        if (DATES.includes(date)) throw new Unreadable("record.date", { where: date, value: shortened(value) });
        this.#fail("must-be", where, pattern, value);
    }

    #list({ items, minItems, maxItems }: Schema, value: unknown[], where: string): void {
        if (minItems !== undefined && value.length < minItems) this.#fail("too-short", where, minItems, value.length);
        if (maxItems !== undefined && value.length > maxItems) this.#fail("too-long", where, maxItems, value.length);
        if (items) value.forEach((one, place) => this.check(items, one, `${where}[${place}]`));
    }

    #object(schema: Schema, value: Record<string, unknown>, where: string): void {
        const { required = [], properties = {}, additionalProperties, maxProperties } = schema;
        const missing = required.find((name) => !Object.hasOwn(value, name));
        if (missing !== undefined) this.#fail("lacks", where, missing, value);
        const entries = Object.entries(value);
        if (maxProperties !== undefined && entries.length > maxProperties)
            this.#fail("too-long", where, maxProperties, value);
        for (const [name, one] of entries) {
            const inner = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
            if (inner) this.check(inner, one, `${where}.${shortened(name, SHOWN_KEY)}`);
        }
        if (!schema.if) return;
        const next = this.#fits(schema.if, value) ? schema.then : schema.else;
        if (next) this.check(next, value, where);
    }

    #fits(schema: Schema, value: unknown): boolean {
        try {
            this.check(schema, value, "");
            return true;
        } catch (error) {
            if (error instanceof Unreadable) return false;
            throw error;
        }
    }
}
