/** A product of specimens: its screens use each property of the grammar, on the session and texts of the library. */
import { readProject } from '../../engine/build/project.ts';
import type { ProjectFiles } from '../../engine/language/project.ts';
import { API } from './api.ts';
import {
  ACTIONS,
  ASKING,
  ENABLED,
  ID,
  REFUSED,
  TRANSITION,
  VISIBLE,
  expr,
  fixedFilters,
  openFilters,
  question,
  text,
  texts,
  whole,
  type Part,
} from './parts.ts';

const ITEM = { operation: 'itemGet', with: ID };
const POLL = { until: "result.name == 'done'", every: 60 };
const LIVE = [{ broadcast: 'item', index: expr('route.itemId'), mode: 'refetch' }];
const MARK = { mark: { type: 'string', optional: true, default: 'none' } };
/** The last action of a page: it disables the others, which then show the reason. */
const REST = { set: { mark: 'disabled' }, label: text('rest') };

/** A tab of the page of one item, with its own route. */
const tab = (name: string, order: number, view: Part, more: Part = {}): Part => ({
  id: `all.${name}`,
  parent: 'all',
  route: name,
  title: text(`tab ${name}`),
  tab: { order },
  state: MARK,
  view,
  ...more,
});

/** A condition on the record, which tabs and headers can read too. */
const SOMEBODY = { visibleWhen: 'conditions.named' };

const all: Part = {
  id: 'all',
  route: '/all/:itemId',
  title: { key: text('all {{name}}'), with: { name: expr('records.item.name') } },
  access: ['READ_BOOKS'],
  instanceTypes: ['TOWN'],
  query: {
    look: { type: 'string', optional: true, default: 'near', enum: ['near', 'far'] },
    tags: { type: 'string', optional: true, list: true },
  },
  records: { item: { ...ITEM, when: "route.itemId != ''", live: LIVE } },
  conditions: { named: "records.item.name != 'nobody'" },
  view: {
    type: 'tabs',

    ...SOMEBODY,
    header: {
      type: 'details',
      name: 'head',
      ...SOMEBODY,
      title: text('head'),
      labels: 'all.item',
      of: 'item',
      columns: 3,
      fields: [
        'name',
        {
          field: 'count',
          label: text('count of head'),
          cell: 'number',
          options: { digits: 1 },
          span: 2,
          ...SOMEBODY,
        },
        { fields: ['day', 'until'], label: text('days of head'), cell: 'period' },
        { value: expr("row.name + '!'"), label: text('computed of head') },
      ],
      actions: [{ call: 'itemDo', with: ID, label: text('head action') }],
    },
    actions: [{ call: 'itemDo', with: ID, label: text('tabs action') }],
    tabs: [
      {
        id: 'inline',
        label: text('inline tab'),
        ...SOMEBODY,
        enabledWhen: 'records.item.count >= 0',
        access: ['READ_BOOKS'],
        order: 5,
        count: { operation: 'itemPaging', with: { mode: 'A' }, when: "route.itemId != ''" },
        view: {
          type: 'stack',
          items: [
            {
              visibleWhen: "query.look == 'near'",
              view: {
                type: 'details',
                of: 'item',
                fields: [{ value: expr("has(query.tags) ? query.tags[0] : ''"), label: text('tag') }],
              },
            },
          ],
        },
      },
    ],
  },
};

const tableTab = tab(
  'table',
  1,
  {
    type: 'table',
    name: 'items',
    ...VISIBLE,
    title: text('items'),
    breadcrumb: {
      items: expr('[records.item, records.item]'),
      label: 'name',
      root: text('root of items'),
      onItem: [{ set: { mark: 'crumb' } }],
    },
    labels: 'all.item',
    key: ['id'],
    source: { operation: 'itemPaging', when: "route.itemId != ''", live: LIVE },
    filters: openFilters(),
    columns: [
      {
        id: 'first',
        field: 'name',
        label: text('name column'),
        cell: 'text',
        sort: 'name',
        width: 120,
        align: 'center',
        ...VISIBLE,
        edit: {
          call: 'itemSave',
          with: { notes: [], genre: expr('row.mode') },
          fields: ['name'],
          success: text('name saved'),
          visibleWhen: "row.mode == 'A'",
        },
      },
      { fields: ['day', 'until'], label: text('days column'), cell: 'period' },
      {
        id: 'sum',
        value: expr('row.count + 1.0'),
        label: text('value column'),
        cell: 'number',
        options: { digits: 1 },
      },
      {
        id: 'cases',
        field: 'name',
        label: text('cases column'),
        link: { navigate: 'all', with: { itemId: expr('row.id') } },
        cases: [
          { when: "row.mode == 'A'", field: 'count', cell: 'number', options: { digits: 2 } },
          { when: 'row.count == 2.0', fields: ['day', 'until'], cell: 'period' },
          { when: 'row.count == 3.0', value: expr('row.name') },
        ],
      },
    ],
    columnsFrom: { operation: 'itemColumns', with: { mode: 'x' }, path: 'columns' },
    sort: { field: 'name', direction: 'descending' },
    pageSize: 25,
    paging: 'server',
    select: 'many',
    selectableWhen: "row.name != 'nobody'",
    rowTone: expr("row.mode == 'A' ? 'info' : 'muted'"),
    onRow: [{ when: "row.mode == 'A'", do: { set: { mark: 'row' } } }],
    below: {
      type: 'details',
      labels: 'all.item',
      fields: [{ field: 'name', link: { navigate: 'all', with: { itemId: expr('row.id') } } }],
    },
    rowActions: [{ call: 'itemDo', with: { itemId: expr('row.id') }, label: text('row action') }],
    toolbar: [
      { use: 'shared', with: { to: 'B' } },
      whole('select', { select: 'items', rows: expr('views.items.rows') }),
      whole('filter', { filter: 'items', values: { mode: 'B' }, clear: true }),
      REST,
    ],
    bulk: [{ set: { mark: expr('selection[0].id') }, label: text('bulk action') }],
    empty: text('no items'),
  },
  {
    tab: {
      order: 1,
      label: text('table tab'),
      count: { operation: 'itemPaging', with: { mode: 'B' }, when: "route.itemId != ''" },
      visibleWhen: "records.item.name != 'nobody'",
    },
    on: [{ when: "state.mark == 'row'", do: [{ set: { mark: 'seen' } }] }],
  },
);

const rowsTab = tab('rows', 2, {
  type: 'stack',

  ...VISIBLE,
  direction: 'columns',
  items: [
    {
      span: 6,
      ...VISIBLE,
      view: {
        type: 'table',
        name: 'own',
        labels: 'all.item',
        rows: expr('[records.item]'),
        columns: ['name', { field: 'count', total: 'sum' }],
        reorder: { call: 'itemSort', with: { ids: expr('selection.map(s, s.id)') } },
      },
    },
    {
      view: {
        type: 'tree',
        name: 'targets',
        source: { operation: 'nodeTree', with: { mode: 'x' } },
        children: 'nodes',
        label: 'name',
      },
    },
    {
      view: {
        type: 'table',
        name: 'fixed',
        labels: 'all.item',
        source: {
          operation: 'itemPaging',
          with: { remark: 'n' },
          when: "state.mark == 'never'",
          otherwise: { banner: text('otherwise'), tone: 'warning' },
        },
        filters: fixedFilters(),
        columns: ['name'],
      },
    },
    {
      view: {
        type: 'table',
        name: 'asked',
        labels: 'all.item',
        moveTo: {
          tree: 'targets',
          action: {
            call: 'itemSort',
            with: { ids: expr('selection.map(s, s.id)') },
            enabledWhen: 'target != null',
          },
        },
        source: { operation: 'itemPaging', with: { remark: 'n' }, poll: { until: 'size(result.list) > 0' } },
        filters: fixedFilters(),
        columns: [
          { field: 'name', group: text('group of columns') },
          { field: 'count', group: text('group of columns') },
        ],
        paging: 'none',
        pageSize: 50,
      },
    },
    {
      view: {
        type: 'details',
        labels: 'all.item',
        source: { ...ITEM, when: "state.mark != 'never'", live: LIVE, poll: POLL },
        fields: ['name'],
      },
    },
    {
      view: {
        type: 'chart',
        name: 'drawn',
        ...VISIBLE,
        labels: 'all.item',
        title: text('chart'),
        source: { operation: 'itemList' },
        kind: 'line',
        category: 'name',
        series: ['count', { field: 'count', label: text('series') }],
        stacked: true,
      },
    },
    {
      view: {
        type: 'chart',
        labels: 'all.item',
        source: { operation: 'itemNone' },
        category: 'name',
        series: ['count'],
        empty: text('no chart'),
      },
    },
  ],
});

const actionsTab = tab('actions', 3, {
  type: 'details',
  labels: 'all.item',
  of: 'item',
  fields: ['name'],
  actions: [
    ...Object.entries(ACTIONS).map(([name, action]) => whole(name, action)),
    REFUSED,
    ASKING,
    { ...TRANSITION, ...VISIBLE },
    { navigate: 'all', with: ID, label: text('to all') },
    { open: 'all.pick', with: { start: 'again' }, label: text('open again') },
    { open: 'all.pick', with: { start: 'disabled' }, label: text('open at rest') },
    REST,
    {
      refresh: true,
      label: {
        cases: [
          { when: "state.mark == 'x'", text: text('case') },
          { text: { key: text('case {{n}}'), with: { n: 1 } } },
        ],
      },
    },
  ],
});

const formTab = tab('form', 4, {
  type: 'form',
  name: 'general',
  ...VISIBLE,
  labels: 'all.item',
  of: 'item',
  schemaFrom: { operation: 'itemForm', with: { mode: 'x' }, path: 'form' },
  submit: {
    call: 'itemSave',
    create: 'itemAdd',
    with: { version: 7 },
    label: text('save'),
    success: text('saved'),
    successTone: expr("form.name == 'nobody' ? 'warning' : 'info'"),
    confirm: question('save'),
    then: [{ refresh: true }],
  },
  layout: [
    ['name', { field: 'mode', ...VISIBLE, whenHidden: 'clear' }],
    {
      section: text('section'),
      ...VISIBLE,
      whenHidden: 'keep',
      columns: 3,
      rows: [
        {
          field: 'count',
          label: text('count'),
          hint: text('hint'),
          widget: 'integer',
          options: { placeholder: text('placeholder') },
          span: 2,
          ...ENABLED,
        },
      ],
    },
    {
      panes: [
        {
          id: 'one',
          label: text('pane'),
          ...VISIBLE,
          layout: [
            { field: 'genre', dictionary: 'genres' },
            {
              field: 'notes',
              items: [
                'text',
                { field: 'weight', value: expr('1.0') },
                { actions: [{ fill: { text: expr('item.text') }, label: text('fill the item') }] },
              ],
            },
            { field: 'day', follows: expr("'2026-01-01'") },
            { actions: [{ fill: { genre: expr('form.genre') }, label: text('fill the genre') }] },
            {
              from: 'begin',
              to: 'until',
              label: text('period'),
              span: 2,
              ...VISIBLE,
              ...ENABLED,
              whenHidden: 'keep',
            },
          ],
        },
      ],
    },
    { view: { type: 'stack', items: [] }, enabledWhen: "records.item.name != 'nobody'" },
  ],
  readOnlyWhen: "state.mark == 'locked'",
  readOnlyNote: text('locked'),
  buttons: [
    whole('fill', { fill: { name: 'filled' } }),
    REST,
    { fill: { count: 5 }, form: 'general', label: text('fill by name') },
    { set: { mark: 'locked' }, label: text('lock') },
  ],
});

const chosenTab = tab('chosen', 5, {
  type: 'form',
  labels: 'all.item',
  load: { ...ITEM, when: "route.itemId == ''" },
  initial: { mode: 'B' },
  submit: { call: 'itemSave', create: 'itemAdd' },
  layout: [
    {
      field: 'name',
      choices: {
        operation: 'itemPaging',
        with: { note: expr('form.name') },
        when: "state.mark != 'x'",
        value: 'name',
        label: 'name',
      },
    },
    {
      section: text('plain section'),
      columns: 1,
      rows: [
        { field: 'count', widget: 'integer', span: 2 },
        { field: 'genre', dictionary: 'genres' },
        {
          field: 'day',
          check: {
            operation: 'itemPaging',
            with: { day: expr('form.day') },
            when: "state.mark != 'unasked'",
            validWhen: 'size(result.list) == 0',
            message: text('day is taken'),
          },
        },
      ],
    },
  ],
  buttons: [{ fill: { day: '2026-03-01' }, label: text('fill day') }],
});

const treeTab = tab('tree', 6, {
  type: 'tree',
  name: 'nodes',
  ...VISIBLE,
  source: { operation: 'nodeTree', with: { mode: 'x' } },
  children: 'nodes',
  label: 'name',
  icon: expr("row.kind == 'A' ? 'archive' : 'folder'"),
  labels: 'all.item',
  heading: text('nodes'),
  columns: [
    'name',
    {
      field: 'kind',
      label: text('kind of node'),
      cell: 'text',
      options: { muted: true },
      cases: [{ when: "row.kind == 'A'", value: expr("row.name + '!'") }],
      width: 120,
      align: 'end',
      visibleWhen: "records.item.name != 'nobody'",
    },
    { fields: ['name', 'kind'], label: text('both of node') },
    { value: expr("row.name + '?'"), label: text('asked of node') },
  ],
  select: 'many',
  expand: { operation: 'nodeChildren', with: { nodeId: expr('row.id') }, when: "row.name != ''" },
  onRow: { set: { mark: 'node' } },
  toolbar: [{ set: { mark: 'bar' }, label: text('tree toolbar') }],
  rowActions: [{ refresh: ['nodes'], label: text('node action') }],
  move: {
    call: 'nodeMove',
    with: { nodeId: expr('row.id'), parentId: expr('target.id') },
    enabledWhen: 'target != null',
  },
});

const wizardTab = tab('wizard', 7, {
  type: 'wizard',

  ...VISIBLE,
  steps: [
    {
      id: 'one',
      title: text('step one'),
      view: { type: 'stack', items: [] },
      validWhen: "records.item.name != ''",
      commit: { call: 'itemDo', with: ID },
    },
    { id: 'two', title: text('step two'), view: { type: 'stack', items: [] } },
  ],
  finish: { call: 'itemDo', with: ID, label: text('finish') },
  cancel: { back: true, label: text('cancel wizard') },
});

const widgetTab = tab('widget', 8, {
  type: 'widget',
  name: 'shelf',
  ...VISIBLE,
  widget: 'shelf',
  options: { rows: 3 },
  inputs: { book: expr('records.item.name') },
  on: { turned: [{ set: { mark: expr('result') } }] },
});

const pick: Part = {
  id: 'all.pick',
  title: text('pick'),
  dialog: { size: 'wide', confirmClose: text('lose it?'), unsavedWhen: "state.mark == 'unsaved'" },
  input: {
    start: { type: 'string', optional: true, default: 'a' },
    busy: { type: 'condition', of: 'Item', default: true },
    names: { type: 'string', list: true, optional: true },
  },
  returns: 'Item',
  state: { mark: { type: 'string', optional: true, default: expr('input.start') } },
  view: {
    type: 'table',
    labels: 'all.item',
    source: {
      operation: 'itemPaging',
      with: { note: expr('input.start'), modes: expr('has(input.names) ? input.names : []') },
    },
    columns: ['name'],
    select: 'one',
    selectableWhen: { input: 'busy' },
  },
  buttons: [whole('pick', { pick: expr('selection[0]') }), whole('close', { close: true })],
};

const parts: Part = {
  id: 'all.parts',
  route: '/all-parts',
  title: text('parts'),
  state: MARK,
  menu: { group: 'desk', order: 50, icon: 'list', label: text('parts in menu') },
  at: [
    {
      route: '/all-parts',
      access: ['READ_BOOKS'],
      instanceTypes: ['TOWN'],
      input: { look: 'near' },
      menu: {
        group: 'desk',
        order: 51,
        icon: 'archive',
        label: text('parts at'),
        badge: { operation: 'itemPaging', with: { query: '[badge]' }, path: 'size', alert: 'size' },
      },
      title: text('parts title'),
    },
  ],
  input: { look: 'string' },
  view: {
    type: 'stack',
    items: [
      {
        view: {
          type: 'table',
          record: {
            name: 'part',
            screen: 'all.part',
            key: 'id',
            actions: ['add', 'open', 'edit', 'delete'],
            editableWhen: "state.mark != 'hidden'",
            enabledWhen: "state.mark != 'disabled'",
            disabledHint: text('parts rest'),
            texts: 'all.part',
          },
          labels: 'all.item',
          columns: ['name'],
        },
      },
      {
        view: {
          type: 'details',
          title: { cases: [{ when: "input.look == 'near'", text: text('near') }] },
          source: { operation: 'itemPaging' },
          fields: [{ value: expr('input.look'), label: text('look shown') }],
          actions: [REST],
        },
      },
    ],
  },
};
delete parts.route;

const part: Part = {
  id: 'all.part',
  parent: 'all.parts',
  route: '/all-parts/:partId',
  title: text('part'),
  view: { type: 'form', record: 'part', labels: 'all.part', layout: ['name', 'count'] },
};

const path: Part = {
  id: 'all.path',
  access: ['READ_BOOKS'],
  route: '/all-path/:path*',
  title: text('path'),

  crumbs: { segments: 'path', titles: { operation: 'itemList' }, key: 'id', label: 'name' },
  view: { type: 'stack', items: [] },
};

const open: Part = {
  id: 'all.open',
  route: '/all-open',
  title: text('open to all'),
  public: true,
  view: { type: 'stack', items: [] },
};

const SCREENS = [
  open,
  all,
  tableTab,
  rowsTab,
  actionsTab,
  formTab,
  chosenTab,
  treeTab,
  wizardTab,
  widgetTab,
  pick,
  parts,
  part,
  path,
];

for (const name of ['name', 'count', 'mode', 'day', 'begin', 'until', 'notes', 'genre', 'text', 'weight'])
  text(`item ${name}`, '.');
for (const name of ['name', 'count', 'add', 'deleteConfirm', 'deleted', 'saved']) text(`part ${name}`, '.');

const FRAGMENT = {
  language: 1,
  fragment: 'shared',
  kind: 'actions',
  parameters: { to: 'string' },
  items: [{ set: { mark: '${to}' }, label: text('toolbar action') }],
};
const PICKER = {
  kind: 'picker',
  name: 'itemPicker',
  accepts: ['string'],
  entity: 'item',
  dialog: 'all.pick',
  options: { type: 'object', additionalProperties: false, properties: { start: { type: 'string' } } },
};
const SHELF = {
  kind: 'widget',
  name: 'shelf',
  options: { type: 'object', additionalProperties: false, properties: { rows: { type: 'integer' } } },
  inputs: { book: { type: 'string' } },
  events: { turned: { type: 'string' } },
};

const file = (name: string, value: unknown) => ({ file: name, text: JSON.stringify(value, null, 2) });

export function specimen(): ProjectFiles {
  const library = readProject({ root: 'tests/foreign' });
  return {
    ...library,
    app: file('screens/app.json', { ...(JSON.parse(library.app.text) as object), live: '/api/live' }),
    api: [...library.api, file('schemas/api/all.json', API)],
    screens: [
      ...library.screens,
      ...SCREENS.map((one) => file(`screens/${String(one.id)}.screen.json`, { language: 1, ...one })),
    ],
    fragments: [...library.fragments, file('screens/shared.fragment.json', FRAGMENT)],
    locales: [
      ...library.locales,
      ...['en', 'ru'].map((name) => file(`locales/${name}/all.json`, Object.fromEntries(texts))),
    ],
    manifests: [
      ...library.manifests,
      file('widgets/item-picker/widget.json', PICKER),
      file('widgets/shelf/widget.json', SHELF),
    ],
  };
}
