/**
 * Fills a form as its errors require: an invalid field gets a value that its description (widget, schema, dictionary)
 * allows, and the form is sent again, until it is accepted.
 */
import type { Locator, Page } from '@playwright/test';
import type { CompiledField, CompiledForm, CompiledLayout } from '../../../engine/language/compiled.ts';
import type { JsonSchema } from '../../../engine/language/schema.ts';
import { expect } from '../fixtures.ts';

/** Rules across fields require more once the first fields are filled. */
const ROUNDS = 4;
const WRONG = '[aria-invalid=true], [data-invalid=true]';

/** Values that no schema describes, by the field's path: the plate of an existing vehicle. */
export type Words = Record<string, string>;

/** The fields of a form without those of its lists' items. */
export const fieldsOf = ({ layout }: CompiledForm): CompiledField[] => layout.flatMap(within);

function within(item: CompiledLayout): CompiledField[] {
  switch (item.type) {
    case 'field':
      return [item];
    case 'row':
      return item.fields;
    case 'section':
      return item.rows.flatMap(within);
    case 'panes':
      return item.panes.flatMap(({ layout }) => layout.flatMap(within));
    case 'view':
    case 'actions':
      return [];
  }
}

/** The control of a field; its id ends with the path. */
export const controlOf = (page: Page, { path }: CompiledField): Locator =>
  page.locator(`form [id$="-${path.join('.')}"]`);

/** Sends the form unchanged and expects errors at the fields that are missing. */
export async function expectRefused(page: Page, save: Locator): Promise<void> {
  await save.click();
  await expect(page.locator('form').locator(WRONG).first()).toBeVisible();
}

/** Fills the invalid fields and sends again, until `taken` is there. */
export async function fillUntil(page: Page, form: CompiledForm, save: Locator, taken: Locator, words: Words) {
  const fields = new Map(fieldsOf(form).map((field) => [field.path.join('.'), field]));
  const wrong = page.locator('form').locator(WRONG);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const id of await wrong.evaluateAll((all) => all.map((one) => one.id))) {
      const key = id.replace(/^form\w+-/, '');
      const field = fields.get(key);
      if (!field) throw new Error(`No field of the form stands at "${key}"`);
      await fillOne(page, field, words[key]);
    }
    await save.click();
    await expect(taken.or(wrong.first()).first()).toBeVisible();
    if (await taken.isVisible()) return;
  }
  throw new Error(
    `Refused ${ROUNDS} times: ${(await page.locator('form [role=alert]').allInnerTexts()).join('; ')}`,
  );
}

async function fillOne(page: Page, field: CompiledField, word?: string): Promise<void> {
  const control = controlOf(page, field);
  const tag = await control.evaluate((one) => one.tagName);
  if (tag === 'SELECT') await control.selectOption({ index: 1 });
  else if (tag === 'BUTTON') await pickFirst(page, control);
  else await control.fill(word ?? valueOf(field.schema));
}

/** Picks the first choice of the list, table or tree that the control opens. */
async function pickFirst(page: Page, control: Locator): Promise<void> {
  await control.click();
  const dialog = page.getByRole('dialog');
  const rows = dialog.locator('tbody').getByRole('row');
  const leaf = dialog.locator('[role=treeitem]:not([aria-expanded])');
  // Native select elements have options as well.
  const choice = page.locator('[role=option]');
  await expect(rows.first().or(leaf.first()).or(choice.first()).first()).toBeVisible();
  if ((await rows.count()) || (await leaf.count())) {
    await ((await rows.count()) ? rows : leaf).first().click();
    await dialog.getByRole('button').last().click();
  } else {
    await choice.first().click();
    // A single-value field closes by itself.
    if (await choice.first().isVisible()) await page.keyboard.press('Escape');
  }
  await expect(dialog.or(choice)).toHaveCount(0);
}

/** The least value that the schema allows. */
function valueOf({ type, minimum, exclusiveMinimum }: JsonSchema): string {
  const types = [type].flat();
  if (!types.includes('number') && !types.includes('integer')) return 'Проверка';
  return String(Math.max(minimum ?? 1, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1));
}

const TEXT = ['textarea', 'text'];

/** A field that can be changed without changing others: a text, else a checkbox. */
export function changeable(form: CompiledForm, words: Words): CompiledField {
  const plain = fieldsOf(form).filter(
    ({ path, visibleWhen, value }) => path.length === 1 && !visibleWhen && !value && !words[path[0]!],
  );
  const found =
    plain.findLast(({ widget }) => TEXT.includes(widget)) ??
    plain.find(({ widget }) => widget === 'checkbox' || widget === 'select');
  if (!found) throw new Error('No field of the form can be changed by itself');
  return found;
}

/** Changes the field; returns a check for after the reload. */
export async function change(page: Page, field: CompiledField): Promise<() => Promise<void>> {
  const control = controlOf(page, field);
  if (TEXT.includes(field.widget)) {
    await control.fill('Изменено');
    return () => expect(control).toHaveValue('Изменено');
  }
  if (field.widget === 'checkbox') {
    const checked = !(await control.isChecked());
    await control.setChecked(checked);
    return () => expect(control).toBeChecked({ checked });
  }
  const value = await control.evaluate((select: HTMLSelectElement) => select.options[1]!.value);
  await control.selectOption(value);
  return () => expect(control).toHaveValue(value);
}
