/**
 * The part of JSON Schema that the product uses: what draft-07 and 2020-12 share, plus our annotations.
 * Every `$ref` inside an ApiCatalogue reads `#/components/schemas/NAME`.
 */
import { own } from './own.ts';

/** How a word looks wherever it is shown. */
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
  /** Set by the server; a form sends it back and never makes one up. */
  readOnly?: boolean;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  /** Names of the properties that identify a record. */
  'x-key'?: readonly string[];
  /** Name of the entity that this id, or this object, stands for. */
  'x-ref'?: string;
  /** Dictionary whose words are the values. */
  'x-dictionary'?: string;
  /** The object stands for a stored file; the names are operations. */
  'x-file'?: FileSchema;
  /** Beside `enum`: the tone of each word that has one. */
  'x-tones'?: Readonly<Record<string, Tone>>;
  /** Types of expressions: the only texts that a value is compared with, whatever else it can be. */
  'x-literals'?: readonly string[];
  /** Compiled request schemas: property of a richer record's member that is the bare value asked for here. */
  'x-value'?: string;
  /** Rules across fields; `expr` sees the value as `form`. */
  'x-rules'?: readonly SchemaRule[];
}

/** How a file that an object stands for is sent and fetched; the names are operations, the paths are in the object. */
export interface FileSchema {
  /** Takes the file (multipart), answers with the object. */
  upload: string;
  /** Answers with the bytes. */
  content: string;
  /** Parameter of `content` and `thumbnail` that takes the object's key. */
  key: string;
  /** Answers with a small picture. */
  thumbnail?: string;
  thumbnailWith?: Record<string, unknown>;
  /** Arguments of `thumbnail` out of the object, as paths: what makes another picture of it makes another address. */
  thumbnailFrom?: Record<string, string>;
  /** Path of the file's name. */
  name: string;
  /** Path of its media type. */
  mediaType?: string;
  /** Path of its size, in bytes. */
  size?: string;
  /** Media types and endings that are offered. */
  accept?: readonly string[];
  /** Bytes. */
  maxSize?: number;
}

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** A rule across fields: `expr` must hold, or `message` (a locale key) is shown at `field`. */
export interface SchemaRule {
  expr: string;
  field: string;
  message: string;
}

export type Schemas = Record<string, JsonSchema>;

const PREFIX = '#/components/schemas/';

/** The schema that `schema` stands for, with `$ref` followed; annotations beside a `$ref` are kept. */
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

/** The one word that names a schema's type, without null; undefined for an untyped or mixed schema. */
export function typeWord(schema: JsonSchema, schemas: Schemas): SchemaType | undefined {
  const s = stripNull(schema, schemas).schema;
  if (typeof s.type === 'string') return s.type;
  if (s.type?.length === 1) return s.type[0];
  if (s.properties || s.oneOf || s.anyOf || s.allOf) return 'object';
  if (s.enum?.every((w) => typeof w === 'string')) return 'string';
  return undefined;
}
