// @vitest-environment happy-dom
/** Drafts: what they contain, for which account and how long. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FormController } from '../../engine/views/form/controller.ts';
import { FormDraft } from '../../engine/views/form/draft.ts';
import { DRAFT_LIFE, draftKey, sweepDrafts } from '../../engine/views/form/drafts.ts';
import { createStored } from '../../engine/data/storage.ts';
import type { CompiledFile } from '../../engine/language/compiled.ts';
import { field, form, keysAsTexts, schema } from './fixture.ts';

const layout = [
  field('name'),
  field('secret', { widget: 'password' }),
  field('scan', { widget: 'file', file: {} as CompiledFile }),
  field('rows', { widget: 'list', items: [field('title'), field('pin', { widget: 'password' })] }),
];
const make = (version: number) =>
  new FormController({
    form: form(layout),
    schema: schema({
      id: { type: 'string' },
      version: { type: 'integer' },
      name: { type: 'string' },
      secret: { type: 'string' },
      scan: { type: 'object' },
      rows: { type: 'array', items: { type: 'object' } },
    }),
    record: { id: '1', version, name: 'Был' },
    scope: () => ({}),
    i18n: keysAsTexts,
    allowed: true,
  });
const key = draftKey('anna', ['screen', { id: '1' }]);
const storage = createStored();
const stored = () => JSON.parse(localStorage.getItem(key) ?? 'null') as { values: object } | null;

/** Types into a form and leaves, as by closing the tab. */
function leaveBehind(changes: Record<string, unknown>): void {
  const controller = make(3);
  const end = new FormDraft(controller, key, storage).watch();
  for (const [name, value] of Object.entries(changes)) controller.change(name, value);
  end();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

describe('a draft', () => {
  it('is written a moment after the change, and not before', () => {
    const controller = make(3);
    const end = new FormDraft(controller, key, storage).watch();
    controller.change('name', 'Стал');
    expect(stored()).toBeNull();
    vi.advanceTimersByTime(500);
    expect(stored()).toMatchObject({ version: 3, values: { name: 'Стал' } });
    controller.change('name', 'Был');
    vi.advanceTimersByTime(500);
    expect(stored()).toBeNull();
    end();
  });

  it('never contains a password or a file, at any depth', () => {
    leaveBehind({ name: 'Стал', secret: 'тайна', scan: { id: 'f' }, rows: [{ title: 'a', pin: 'тайна' }] });
    expect(stored()!.values).toEqual({ name: 'Стал', rows: [{ title: 'a' }] });
    expect(localStorage.getItem(key)).not.toContain('тайна');
  });

  it('is offered and never applied automatically; when applied it is unsaved', () => {
    leaveBehind({ name: 'Стал' });
    const controller = make(4);
    const draft = new FormDraft(controller, key, storage);
    expect(draft.offered).toMatchObject({ version: 3, values: { name: 'Стал' } });
    expect(controller.store.values.name).toBe('Был');
    draft.apply();
    expect(controller.store.values.name).toBe('Стал');
    expect(controller.isDirty()).toBe(true);
    expect(draft.offered).toBeUndefined();
  });

  it('that is offered and not yet answered is not lost when something else is typed', () => {
    leaveBehind({ name: 'Стал' });
    const controller = make(3);
    const end = new FormDraft(controller, key, storage).watch();
    controller.change('rows', [{ title: 'b' }]);
    end();
    expect(stored()!.values).toEqual({ name: 'Стал', rows: [{ title: 'b' }] });
  });

  it('belongs to its account alone', () => {
    leaveBehind({ name: 'Стал' });
    expect(
      new FormDraft(make(3), draftKey('boris', ['screen', { id: '1' }]), storage).offered,
    ).toBeUndefined();
  });

  it('is deleted when it is dropped, and after seven days', () => {
    leaveBehind({ name: 'Стал' });
    new FormDraft(make(3), key, storage).drop();
    expect(stored()).toBeNull();
    // Typed and saved at once: the pending write is dropped.
    const controller = make(3);
    const draft = new FormDraft(controller, key, storage);
    const end = draft.watch();
    controller.change('name', 'Стал');
    draft.drop();
    vi.advanceTimersByTime(1000);
    end();
    expect(stored()).toBeNull();
    leaveBehind({ name: 'Стал' });
    vi.advanceTimersByTime(DRAFT_LIFE - 1000);
    sweepDrafts(storage);
    expect(stored()).not.toBeNull();
    vi.advanceTimersByTime(1000);
    sweepDrafts(storage);
    expect(stored()).toBeNull();
  });
});

describe('unparsed input', () => {
  it('stops the save, makes the form dirty and leaves the value unchanged', () => {
    const controller = make(3);
    controller.keepUnread('name', { text: '31.02.2029', why: () => 'no such day' });
    expect(controller.validate(controller.payload()).errors.get('name')).toBe('no such day');
    expect([controller.isDirty(), controller.store.status.dirty]).toEqual([true, true]);
    expect(controller.store.values.name).toBe('Был');
    controller.keepUnread('name', undefined);
    expect([controller.isDirty(), controller.store.status.dirty]).toEqual([false, false]);
    expect(controller.validate(controller.payload()).errors.size).toBe(0);
  });

  it('stays when the reply of a save arrives, and is removed when another record is loaded', () => {
    const controller = make(3);
    controller.keepUnread('name', { text: '31.02.2029', why: () => 'no such day' });
    controller.rebase({ id: '1', version: 4, name: 'Был' }, controller.store.values);
    expect(controller.store.unread.get('name')?.text).toBe('31.02.2029');
    controller.rebase({ id: '1', version: 5, name: 'Другой' });
    expect([controller.store.unread.size, controller.isDirty()]).toEqual([0, false]);
  });
});
