/**
 * A confirmation that asks for part of the request, as a dialog with a form of these fields: its Save button makes the
 * call, so that rules, rejected fields and stale versions are reported as in any form.
 */
import type { I18n } from '../../data/i18n.ts';
import type {
  CompiledAction,
  CompiledArguments,
  CompiledScreen,
  CompiledText,
} from '../../language/compiled.ts';
import type { Scope } from '../../language/evaluate.ts';
import type { Page } from '../../page/page.ts';
import { argumentsIn } from '../../page/scope.ts';
import { textIn } from '../../page/text.ts';
import { atVersion } from '../../page/version.ts';
import type { TonedForm } from '../form/FormButtons.tsx';
import type { Outcome } from './outcome.ts';

type Call = Extract<CompiledAction, { type: 'call' }>;

/** Resolves when the call was made or the user cancelled. */
export async function confirmAndCall(page: Page, action: Call, scope: Scope): Promise<Outcome> {
  const args = argumentsIn(action.with, scope);
  const answer = await page.engine.dialogs.open(
    questionScreen(page.engine.i18n, page.screen, action, args, scope),
    args,
  );
  return answer === undefined
    ? { done: false }
    : { done: true, result: (answer as { reply: unknown }).reply };
}

/** Returns the dialog: everything in it is evaluated beforehand except the fields that the user fills in. */
function questionScreen(
  i18n: I18n,
  screen: CompiledScreen,
  action: Call,
  args: Record<string, unknown>,
  scope: Scope,
): CompiledScreen {
  const { operations } = screen;
  const operation = operations[action.operation];
  const confirm = action.confirm!;
  const title = confirm.title ?? action.label;
  return {
    ...screen,
    id: `${screen.id}${action.at}`,
    title: settledText(i18n, title, scope) ?? { key: 'engine.confirm.title' },
    lead: { const: textIn(i18n, confirm.message, scope) },
    dialog: { size: 'small' },
    input: {},
    query: {},
    state: {},
    records: {},
    operations: { ...operations, ...(operation && { [operation.id]: atVersion(operation, args, scope) }) },
    on: [],
    buttons: [],
    view: questionForm(i18n, action, args, scope),
  };
}

function questionForm(i18n: I18n, action: Call, args: Record<string, unknown>, scope: Scope): TonedForm {
  const { confirm, operation, access, at } = action;
  const { schema, layout } = confirm!.ask!;
  const enteredNames = new Set(
    layout.flatMap((item) =>
      item.type === 'field' ? [item.path[0]] : item.type === 'row' ? item.fields.map((f) => f.path[0]) : [],
    ),
  );
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const settled = (of: [string, unknown][]): CompiledArguments =>
    Object.fromEntries(of.map(([name, value]) => [name, { const: value }]));
  return {
    type: 'form',
    tone: action.tone,
    at: `${at}/confirm`,
    initial: settled(given.filter(([name]) => enteredNames.has(name))),
    submit: {
      operation,
      with: settled(given.filter(([name]) => !enteredNames.has(name))),
      label: settledText(i18n, confirm!.confirm ?? action.label, scope) ?? { key: 'engine.confirm.yes' },
      then: [
        {
          type: 'pick',
          value: { object: { reply: { path: ['result'] } } },
          tone: 'default',
          then: [],
          access: [],
          at,
        },
      ],
      access,
    },
    schema,
    carried: [],
    layout,
    buttons: [],
  };
}

const settledText = (i18n: I18n, text: CompiledText | undefined, scope: Scope): CompiledText | undefined =>
  text && { const: textIn(i18n, text, scope) };
