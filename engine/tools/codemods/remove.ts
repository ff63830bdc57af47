import { applyEdits, modify, type JSONPath } from 'jsonc-parser';

/** Returns the file without the values at these paths; everything else stays as it was written. */
export const withoutPaths = (text: string, paths: readonly JSONPath[]): string =>
  paths.reduce((before, path) => applyEdits(before, modify(before, path, undefined, {})), text);
