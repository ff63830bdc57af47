/** Edits of JSON files by JSON pointer, and the line of a pointer in the edited text. */
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** `[pointer, value]` sets a value (`/-` at the end appends to a list); `[pointer]` removes it. */
export type Edit = [pointer: string] | [pointer: string, value: Json];

const segments = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

export const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The text with the edits applied, indented by two spaces. Throws where an edit does not apply or changes nothing. */
export function edited(text: string, edits: readonly Edit[]): string {
  const doc = JSON.parse(text) as Json;
  for (const edit of edits) apply(doc, edit);
  const result = JSON.stringify(doc, null, 2);
  if (edits.length > 0 && result === JSON.stringify(JSON.parse(text), null, 2))
    throw new Error(`The edit ${JSON.stringify(edits)} changes nothing`);
  return result;
}

function apply(doc: Json, edit: Edit): void {
  const path = segments(edit[0]);
  const key = path.pop() ?? '';
  const removes = edit.length === 1;
  const holder = path.reduce<Json | undefined>(
    (at, part) => (removes ? memberOf(at, part) : within(at, part)),
    doc,
  );
  if (typeof holder !== 'object' || holder === null) throw new Error(`${edit[0]} does not exist`);
  if (removes && memberOf(holder, key) === undefined) throw new Error(`${edit[0]} does not exist`);
  if (Array.isArray(holder)) {
    if (removes) holder.splice(Number(key), 1);
    else holder[key === '-' ? holder.length : indexOf(holder, key)] = edit[1];
  } else if (removes) delete holder[key];
  else holder[key] = edit[1];
}

function indexOf(list: readonly Json[], key: string): number {
  const index = Number(key);
  if (!(index < list.length)) throw new Error(`The list has ${list.length} items, ${key} is none of them`);
  return index;
}

/** A member to set something in; an object that is not there is made. */
function within(holder: Json | undefined, key: string): Json | undefined {
  const member = memberOf(holder, key);
  if (member !== undefined || typeof holder !== 'object' || holder === null || Array.isArray(holder))
    return member;
  return (holder[key] = {});
}

function memberOf(holder: Json | undefined, key: string): Json | undefined {
  if (typeof holder !== 'object' || holder === null) return undefined;
  return Array.isArray(holder) ? holder[Number(key)] : holder[key];
}

/** Line, from 1, of the value at the pointer, or of its nearest ancestor that exists. */
export function lineOf(text: string, pointer: string): number {
  const steps = segments(pointer);
  let node: Node | undefined = parseTree(text);
  for (let at = node; at && steps.length > 0;) {
    const step = steps.shift()!;
    at = findNodeAtLocation(at, [at.type === 'array' ? Number(step) : step]);
    if (at) node = at;
  }
  return text.slice(0, node?.offset ?? 0).split('\n').length;
}
