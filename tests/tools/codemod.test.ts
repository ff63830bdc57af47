import { expect, it } from 'vitest';
import { withoutIgnored } from '../../engine/tools/codemods/ignored.ts';

it('takes out what nothing read, and leaves all else as it is written', () => {
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
