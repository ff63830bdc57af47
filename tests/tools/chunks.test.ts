/** How the build changes its files so that a page needs few of them, and small ones. */
import { expect, it } from 'vitest';
import { facadeOf, withoutFacades } from '../../engine/build/directImports.ts';
import { marked } from '../../engine/build/pureCalls.ts';

it('finds a file that only re-exports another', () => {
  expect(facadeOf('export{r as RecordForm,n as default}from"./form-B1.js";')).toEqual({
    file: 'form-B1.js',
    names: [
      ['RecordForm', 'r'],
      ['default', 'n'],
    ],
  });
  expect(facadeOf('import"./base-A0.js";export{FIELDS}from`./form-B1.js`;')).toEqual({
    file: 'form-B1.js',
    names: [['FIELDS', 'FIELDS']],
  });
  expect(facadeOf('var a=1;export{r as default}from"./form-B1.js";')).toBeUndefined();
  expect(facadeOf('import"./a-B1.js";var t=e();export{t as default};')).toBeUndefined();
});

it('imports and preloads the file that has it', () => {
  const facades = new Map([
    ['form-A1.js', { file: 'form-B1.js', names: [['default', 'n']] as [string, string][] }],
  ]);
  const code =
    'm.f=["assets/form-A1.js","assets/other-C1.js"];b(()=>import(`./form-A1.js`),d([0]));import("./other-C1.js")';
  expect(withoutFacades(code, facades)).toBe(
    'm.f=["assets/form-B1.js","assets/other-C1.js"];b(()=>import(`./form-B1.js`).then(e=>({"default":e.n})),d([0]));import("./other-C1.js")',
  );
});

it('marks calls that make a component, and leaves out names for developer tools', () => {
  const code = [
    'var Form = React10.forwardRef(',
    '  (props, ref) => null);',
    'Form.displayName = "Form";',
    'const made = React.useMemo(() => 1);',
    'Form.other = "Form";',
  ].join('\n');
  expect(marked(code)).toBe(
    [
      'var Form = /* @__PURE__ */ React10.forwardRef(',
      '  (props, ref) => null);',
      '',
      'const made = React.useMemo(() => 1);',
      'Form.other = "Form";',
    ].join('\n'),
  );
});
