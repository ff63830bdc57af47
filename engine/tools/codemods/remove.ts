import { applyEdits, modify, type JSONPath } from 'jsonc-parser';

/** The file without what stands at these paths; what else stands in it stays as it is written. */
export const withoutPaths = (text: string, paths: readonly JSONPath[]): string =>
  paths.reduce((before, path) => applyEdits(before, modify(before, path, undefined, {})), text);
