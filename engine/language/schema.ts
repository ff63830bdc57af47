/**
 * The part of JSON Schema that the product uses: the common part of draft-07 and 2020-12, plus our annotations.
 * Every `$ref` inside an ApiCatalogue reads `#/components/schemas/NAME`.
 */
import { own } from './own.ts';

/** The colour of an enum value wherever it is shown. */
export type Tone = 'default' | 'info' | 'success' | 'warning' | 'danger' | 'muted';

export interface JsonSchema {
  $ref?: string;
  type?: SchemaType | SchemaType[];
  format?: string;
  enum?: readonly (string | number | boolean | null)[];
  const?: unknown;
  default?: unknown;
  title?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  contentMediaType?: string;
  /** Set by the server; a form sends it back and never creates it. */
  readOnly?: boolean;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** Names of the properties that identify a record. */
  'x-key'?: readonly string[];
  /** Name of the entity that this id, or this object, refers to. */
  'x-ref'?: string;
  /** Dictionary whose names are the values. */
  'x-dictionary'?: string;
  /** The object refers to a stored file; the names are operations. */
  'x-file'?: FileSchema;
  /** Beside `enum`: the tone of each value that has one. */
  'x-tones'?: Readonly<Record<string, Tone>>;
  /** Types of expressions: the only strings that a value may be compared with, whatever other values are possible. */
  'x-literals'?: readonly string[];
  /** Compiled request schemas: property of a richer record's member that is the plain value required here. */
  'x-value'?: string;
  /** Rules across fields; `expr` sees the value as `form`. */
  'x-rules'?: readonly SchemaRule[];
}

/** How the file of an object is uploaded and downloaded; the names are operations, the paths start at the object. */
export interface FileSchema {
  /** Takes the file (multipart), replies with the object. */
  upload: string;
  /** Replies with the bytes. */
  content: string;
  /** Parameter of `content` and `thumbnail` that takes the object's key. */
  key: string;
  /** Replies with a small picture. */
  thumbnail?: string;
  thumbnailWith?: Record<string, unknown>;
  /** Arguments of `thumbnail` as paths in the object: a value that changes the picture must change its URL, too. */
  thumbnailFrom?: Record<string, string>;
  /** Path of the file's name. */
  name: string;
  /** Path of its media type. */
  mediaType?: string;
  /** Path of its size, in bytes. */
  size?: string;
  /** Accepted media types and file extensions. */
  accept?: readonly string[];
  /** Largest size, in bytes. */
  maxSize?: number;
}

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** A rule across fields: `expr` must be true, or `message` (a locale key) is shown at `field`. */
export interface SchemaRule {
  expr: string;
  field: string;
  message: string;
}

export type Schemas = Record<string, JsonSchema>;

const PREFIX = '#/components/schemas/';

/** The schema with its `$ref` resolved; annotations beside a `$ref` are kept. */
export function deref(schema: JsonSchema, schemas: Schemas): JsonSchema {
  let current = schema;
  for (let depth = 0; current.$ref && depth < 20; depth++) {
    const target = own(schemas, refName(current.$ref));
    if (!target) return {};
    const { $ref: _, ...beside } = current;
    current = Object.keys(beside).length ? { ...target, ...beside } : target;
  }
  return current;
}

export function refName(ref: string): string {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref;
}

/** The schema without its "or null" alternative, and whether there was one. */
export function stripNull(schema: JsonSchema, schemas: Schemas): { schema: JsonSchema; nullable: boolean } {
  const s = deref(schema, schemas);
  if (Array.isArray(s.type) && s.type.includes('null')) {
    const rest = s.type.filter((t) => t !== 'null');
    const enumWords = s.enum?.filter((w) => w !== null);
    return {
      schema: { ...s, type: rest.length === 1 ? rest[0]! : rest, ...(enumWords ? { enum: enumWords } : {}) },
      nullable: true,
    };
  }
  const options = s.anyOf ?? s.oneOf;
  if (options) {
    const rest = options.filter((o) => deref(o, schemas).type !== 'null');
    if (rest.length === 1 && rest.length < options.length) {
      const { anyOf: _a, oneOf: _o, ...beside } = s;
      return { schema: { ...stripNull(rest[0]!, schemas).schema, ...beside }, nullable: true };
    }
  }
  return { schema: s, nullable: s.type === 'null' };
}

/** The name of a schema's single type, without null; undefined for an untyped or mixed schema. */
export function typeWord(schema: JsonSchema, schemas: Schemas): SchemaType | undefined {
  const s = stripNull(schema, schemas).schema;
  if (typeof s.type === 'string') return s.type;
  if (s.type?.length === 1) return s.type[0];
  if (s.properties || s.oneOf || s.anyOf || s.allOf) return 'object';
  if (s.enum?.every((w) => typeof w === 'string')) return 'string';
  return undefined;
}
