import { expect, it } from 'vitest';
import { withoutIgnored } from '../../engine/tools/codemods/ignored.ts';
import { withoutTones } from '../../engine/tools/codemods/tones.ts';

it('removes what nothing read, and leaves everything else as written', () => {
  const before = `{
  "view": {
    "type": "tabs",
    "name": "gone",
    "items": [{ "type": "table",   "name": "stays" }],
    "filters": [{ "type": "radio", "paramName": "a", "width": "small" }, { "type": "text", "width": "small" }],
    "toolbar": [{ "transition": { "label": "stays" }, "label": "gone", "visibleWhen": "true" }]
  }
}
`;
  expect(withoutIgnored(before)).toBe(
    before
      .replace('    "name": "gone",\n', '')
      .replace('"paramName": "a", "width": "small"', '"paramName": "a"')
      .replace(' "label": "gone",', ''),
  );
  expect(withoutIgnored(withoutIgnored(before))).toBe(withoutIgnored(before));
});

it('removes tones from cells, and says where they belong', () => {
  const before = `{
  "columns": [
    { "field": "state", "cell": "status", "options": { "tones": { "OPEN": "info" }, "labels": { "OPEN": "a" } } },
    { "field": "status", "cell": "status", "options": { "tones": { "OUT": "info" } }, "width": 90 }
  ]
}
`;
  const { text, taken } = withoutTones(before);
  expect(text).toBe(
    before
      .replace(' "tones": { "OPEN": "info" }, ', '')
      .replace(', "options": { "tones": { "OUT": "info" } }', ''),
  );
  expect(taken).toEqual([
    { field: 'state', tones: { OPEN: 'info' } },
    { field: 'status', tones: { OUT: 'info' } },
  ]);
  expect(withoutTones(text)).toEqual({ text, taken: [] });
});
