/** The effect of a live message on a reply: pure, without socket and screen. */
import { describe, expect, it } from 'vitest';
import { applyLive, type LiveRules } from '../../engine/data/liveReply.ts';

const word = (name: string) => ({ name, caption: name.toLowerCase() });
const page = {
  list: [
    { id: '1', version: 2, title: 'One', status: word('NEW') },
    { id: '2', version: 5, title: 'Two', status: word('NEW') },
  ],
  size: 31,
};
const rules = (more: Partial<LiveRules> = {}): LiveRules => ({
  mode: 'patch',
  key: ['id'],
  fits: true,
  count: 2,
  ...more,
});
const apply = (
  dto: Record<string, unknown>,
  more: Partial<LiveRules> = {},
  reference = false,
  reply = page,
) => applyLive(reply, { dto, reference }, rules(more));

describe('patch', () => {
  it('changes the row of the same key in place, and keeps properties that the message lacks', () => {
    const { reply, reload } = apply({ id: '2', version: 6, title: 'Zwei' });
    expect(reply).toEqual({
      list: [page.list[0], { id: '2', version: 6, title: 'Zwei', status: word('NEW') }],
      size: 31,
    });
    expect((reply as typeof page).list[0]).toBe(page.list[0]);
    expect(reload).toBe(false);
  });

  it('ignores a page without that row, and a row that is newer', () => {
    expect(apply({ id: '9', title: 'Nine' })).toEqual({ reply: page, reload: false });
    expect(apply({ id: '2', version: 4, title: 'old' })).toEqual({ reply: page, reload: false });
  });

  it('an enum value keeps its caption while it is equal; another one causes a request', () => {
    expect(apply({ id: '1', status: { name: 'NEW' } })).toEqual({ reply: page, reload: false });
    const { reply, reload } = apply({ id: '1', status: { name: 'DONE' } });
    expect((reply as typeof page).list[0]!.status).toEqual({ name: 'DONE' });
    expect(reload).toBe(true);
  });

  it('a message that only references the record requests it if the page has it, unless that version is loaded', () => {
    expect(apply({ id: '2', version: 6 }, {}, true)).toEqual({ reply: page, reload: true });
    expect(apply({ id: '2', version: 5 }, {}, true)).toEqual({ reply: page, reload: false });
    expect(apply({ id: '9', version: 1 }, {}, true)).toEqual({ reply: page, reload: false });
    expect(apply({ id: '2', version: 5, removed: true }, {}, true)).toEqual({ reply: page, reload: true });
  });

  it('requests when the message has no key', () => {
    expect(apply({ id: '2' }, { key: ['unit', 'day'] }).reload).toBe(true);
    expect(apply({ id: '2' }, { key: [] }).reload).toBe(true);
  });

  it('works the same for a bare list and for a record', () => {
    const list = applyLive(page.list, { dto: { id: '1', title: 'Uno' }, reference: false }, rules());
    expect(list.reply).toMatchObject([{ title: 'Uno' }, { title: 'Two' }]);
    const record = page.list[0]!;
    const one = { dto: { id: '1', title: 'Uno' }, reference: false };
    expect(applyLive(record, one, rules()).reply).toEqual({ ...record, title: 'Uno' });
    expect(applyLive(record, one, rules({ key: [] })).reply).toEqual({ ...record, title: 'Uno' });
    const other = { dto: { id: '2', title: 'Dos' }, reference: false };
    expect(applyLive(record, other, rules())).toEqual({ reply: record, reload: false });
    expect(applyLive(record, { dto: { id: '1', version: 3 }, reference: true }, rules()).reload).toBe(true);
  });
});

describe('prepend', () => {
  const prepend = (dto: Record<string, unknown>, more: Partial<LiveRules> = {}, reference = false) =>
    apply(dto, { mode: 'prepend', ...more }, reference);

  it('adds a new row on top, counts it, and keeps the length of the page', () => {
    const { reply, reload } = prepend({ id: '3', title: 'Three' });
    expect(reply).toEqual({ list: [{ id: '3', title: 'Three' }, page.list[0]], size: 32 });
    expect(reload).toBe(false);
  });

  it('changes an existing row, and counts nothing', () => {
    expect(prepend({ id: '1', title: 'Uno' }).reply).toMatchObject({
      list: [{ title: 'Uno' }, { title: 'Two' }],
      size: 31,
    });
  });

  it('requests where a new row may not belong on top, and for a message that only references the record', () => {
    expect(prepend({ id: '3', title: 'Three' }, { fits: false })).toEqual({ reply: page, reload: true });
    expect(prepend({ id: '3', version: 1 }, {}, true)).toEqual({ reply: page, reload: true });
  });
});

it('refetch always requests', () => {
  expect(apply({ id: '9' }, { mode: 'refetch' })).toEqual({ reply: page, reload: true });
});
