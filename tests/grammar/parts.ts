/** Parts of the specimen screens: the common properties of actions and of filters, at each of their kinds. */
export type Part = Record<string, unknown>;

/** Texts of the specimens by key: each use has a separate text, so that the output shows where it comes from. */
export const texts = new Map<string, string>();

export const text = (name: string, gap = '-'): string => {
  const key = `all.${name.replace(/\W+/g, gap)}`;
  texts.set(key, `[${name}]`);
  return key;
};
export const expr = (source: string) => ({ expr: source });
/** Conditions that are true until an action sets the mark. */
export const VISIBLE = { visibleWhen: "state.mark != 'hidden'" };
export const ENABLED = { enabledWhen: "state.mark != 'disabled'" };
/** Differs from the parameter itself, which would be passed on without being written. */
export const ID = { itemId: expr('string(route.itemId)') };

export const question = (name: string): Part => ({
  title: text(`${name} title`),
  message: text(`${name}?`),
  confirm: text(`${name} yes`),
  cancel: text(`${name} no`),
});

/** The action with every property that any action may have. */
export const whole = (name: string, action: Part): Part => ({
  ...action,
  label: text(name),
  icon: 'plus',
  shortcut: 'Q',
  tone: 'primary',
  confirm: question(name),
  success: text(`${name} done`),
  successTone: 'info',
  ...VISIBLE,
  ...ENABLED,
  disabledHint: text(`${name} rests`),
  then: [{ set: { mark: 'done' } }],
});

export const ACTIONS: Record<string, Part> = {
  navigate: { navigate: 'all.part', create: true },
  open: { open: 'all.pick', with: { start: 'x' } },
  call: { call: 'itemDo', with: ID },
  download: { download: 'itemFile', with: ID },
  upload: { upload: 'itemUpload', with: ID, accept: ['.txt'], multiple: true },
  set: { set: { mark: 'set' } },
  refresh: { refresh: true },
  back: { back: true },
};

export const TRANSITION: Part = {
  transition: {
    operation: 'itemMoves',
    with: ID,
    code: 'code',
    caption: 'caption',
    cases: { go: { call: 'itemDo', with: ID, label: text('go') } },
    hidden: ['gone'],
  },
};

/** A call that is refused, and the actions that follow. */
export const REFUSED: Part = {
  call: 'itemRefuse',
  with: { ...ID, reason: 'none' },
  label: text('refused'),
  failed: [{ set: { mark: expr('failure.code') } }],
};

export const ASKING: Part = {
  call: 'itemRefuse',
  with: { ...ID, reason: 'none' },
  label: text('ask'),
  confirm: { ...question('ask'), labels: 'all.question', ask: ['reason'] },
};
text('question reason', '.');

const WORDS = ['A', 'B'].map((value) => ({ value, label: text(`word ${value}`) }));

/** Each kind of filter: its parameter, a value, and its specific properties. */
const FILTERS: [type: string, paramName: string, value: unknown, own?: Part, fixed?: Part][] = [
  ['inputDate', 'day', '2026-01-31'],
  ['inputTime', 'hour', '08:30'],
  ['dateBegin', 'begin', '2026-01-01'],
  ['dateEnd', 'end', '2026-12-31'],
  ['selectMany', 'modes', ['A'], { possibleValues: WORDS }, { dictionary: 'genres' }],
  ['selectOne', 'mode', 'A', { possibleValues: WORDS }, { dictionary: 'genres' }],
  ['radio', 'kind', 'A', { possibleValues: WORDS }, { dictionary: 'genres' }],
  [
    'component',
    'owner',
    null,
    { componentName: 'itemPicker', options: { start: 'x' }, dialogType: 'all.pick' },
    { componentName: 'reference', dialogType: 'all.pick', multiple: true, paramName: 'owners', value: [] },
  ],
  ['checkbox', 'on', true],
  ['searchBySelect', 'searched', null, { possibleValues: [{ value: 'note', label: text('search note') }] }],
  ['text', 'query', 'x'],
];

/** Others take the width that they need. */
const SIZED = new Set(
  FILTERS.map(([type]) => type).filter((type) => !['radio', 'checkbox', 'searchBySelect'].includes(type)),
);

/** Every kind of filter with all common properties, editable by the user. */
export const openFilters = (): Part[] => [
  { type: 'checkbox', paramName: 'shown', label: text('shown'), defaultValue: true },
  ...FILTERS.map(([type, paramName, value, own]) => ({
    type,
    paramName,
    label: text(`${type} filter`),
    icon: 'search',
    ...(SIZED.has(type) && { width: 'large' }),
    ...VISIBLE,
    condition: { targetFieldParamName: 'shown', type: 'BOOLEAN_IS_TRUE' },
    defaultValue: value,
    ...own,
  })),
];

/** Every kind of filter with a value that the user cannot change. */
export const fixedFilters = (): Part[] =>
  FILTERS.map(([type, paramName, value, own, fixed = own]) => ({
    type,
    paramName,
    label: text(`${type} fixed`),
    value,
    disabled: true,
    ...fixed,
  }));
