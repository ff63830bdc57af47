/**
 * Mistakes of meaning: names and shapes are valid, and yet the screen could not work. Each is reported at its place.
 */
import { describe, expect, it } from 'vitest';
import { sampleProject } from '../../engine/build/sample.ts';
import { compileProject } from '../../engine/language/project.ts';

/* oxlint-disable-next-line typescript/no-explicit-any -- files are edited as plain JSON */
type Doc = any;

interface Slip {
  file: string;
  edit(doc: Doc): unknown;
  code: string;
  /** Part of the message. */
  says?: string;
}

const slip =
  (file: string) =>
  (code: string, edit: Slip['edit'], says?: string): Slip => ({
    file,
    edit,
    code,
    ...(says ? { says } : {}),
  });
const books = slip('screens/books.screen.json');
const book = slip('screens/book.screen.json');
const info = slip('screens/book.info.screen.json');
const pick = slip('screens/pick.screen.json');
const app = slip('screens/app.json');
const API = 'schemas/api/books.json';
const api = slip(API);
const ru = slip('locales/ru/books.json');
const shelfless = slip('widgets/book-picker/widget.json');

/** An action under a condition on the row. */
const when = (condition: string) => (d: Doc) => (d.view.rowActions[0].enabledWhen = condition);
const title = (expr: string) => (d: Doc) => (d.title = { expr });
const shelf = (manifest: object) => ({
  file: 'widgets/shelf/widget.json',
  edit: (d: Doc) => Object.assign(d, manifest),
});

/** The call of the first row action, with a confirmation for these fields. */
const asking = (fields: string[]) => ({
  call: 'bookSave',
  with: { title: 'x', year: 2000 },
  label: 'book.save',
  confirm: { message: 'book.save', labels: 'book', ask: fields },
});
const ask = (fields: string[]) => (d: Doc) => (d.view.rowActions[0] = asking(fields));
/** The first column with editable cells. */
const edit = (more: object) => (d: Doc) => {
  d.view.columns[0] = { field: 'title', edit: { call: 'bookSave', ...more } };
};
const fills = (values: object) => (d: Doc) => {
  d.view.buttons = [{ fill: values, label: 'book.save' }];
};
/** Options for the shelf. */
const choose = (more: object) => (d: Doc) => {
  const choices = { operation: 'bookPaging', value: 'title', label: 'title', ...more };
  d.view.layout[2] = { field: 'shelf', choices };
};

/** A field for a value of the given dictionary. */
const kind = (dictionary: string) => (d: Doc) => {
  d.view.layout.push({ field: 'kind', label: 'book.shelf', dictionary });
};

const chart = (more: object) => ({
  type: 'chart',
  labels: 'book',
  source: { operation: 'bookPaging' },
  category: 'title',
  series: ['year'],
  ...more,
});

const SLIPS: Record<string, Slip> = {
  'a column twice': books('duplicate-name', (d) => d.view.columns.push('title')),
  'a column twice, whole': books('duplicate-name', (d) => d.view.columns.push('genre')),
  'two filters of one parameter': books('duplicate-name', (d) =>
    d.view.filters.push({ type: 'text', paramName: 'title', label: 'book.year' }),
  ),
  'an action twice': books('duplicate-item', (d) => d.view.rowActions.push(d.view.rowActions[1])),
  'a word of the gate twice': books('duplicate-name', (d) => d.access.push('READ')),
  'a field twice': info('duplicate-name', (d) => d.view.layout.push('title')),
  'a field that is given too': info('duplicate-name', (d) => (d.view.submit.with = { title: 'x' })),
  'of and load': info('wrong-type', (d) => (d.view.load = { operation: 'bookGet' })),
  'a parameter of the address twice': book('duplicate-name', (d) => (d.route = '/books/:bookId/:bookId')),
  'a fragment twice': slip('screens/other.fragment.json')('duplicate-name', () => {}),
  'null for what is required': book('type-mismatch', (d) => (d.records.book.with.bookId = null)),
  'a record that reads itself': book(
    'unknown-member',
    (d) => (d.records.book.with.bookId = { expr: 'records.book.id' }),
  ),
  'a record that deletes': book('not-a-read', (d) => (d.records.gone = { operation: 'signOut' })),
  'a table of a call that changes': books('not-a-read', (d) => (d.view.source = { operation: 'bookSave' })),
  'a whole row in an address': books('type-mismatch', (d) => (d.view.onRow.with.bookId = { expr: 'row' })),
  'a word in an address': books('type-mismatch', (d) => (d.view.onRow.with.bookId = { expr: 'row.genre' })),
  'a list in an address': books('type-mismatch', (d) => (d.view.onRow.with.bookId = [{ expr: 'row.id' }])),
  'nothing in an address': books('type-mismatch', (d) => (d.view.onRow.with.bookId = null)),
  'a day in words': info('type-mismatch', (d) => (d.view.initial = { due: 'tomorrow' })),
  'a day of another order': info('type-mismatch', (d) => (d.view.initial = { due: '31.12.2026' })),
  'a day that no month has': info('type-mismatch', (d) => (d.view.initial = { due: '2026-02-31' })),
  'a filter that begins with a word': books('type-mismatch', (d) =>
    d.view.filters.push({ type: 'inputDate', paramName: 'due', label: 'book.year', defaultValue: 'today' }),
  ),
  'a day compared with a word': books('operator-types', when("row.due < 'today'"), 'without quotes'),
  'a day compared with nonsense': books('operator-types', when("row.due == 'soon'")),
  'a day counted from a word': books('operator-types', when("addDays('x', 1.0) > today")),
  'an object as a column': books('widget-value', (d) =>
    d.view.columns.push({ field: 'extra', label: 'book.year' }),
  ),
  'objects as a column': books('widget-value', (d) =>
    d.view.columns.push({ field: 'tags', label: 'book.year' }),
  ),
  'a period of what is no day': info('widget-value', (d) =>
    d.view.layout.push({ from: 'title', to: 'due', label: 'book.year' }),
  ),
  'a period to nowhere': info(
    'unknown-path',
    (d) => d.view.layout.push({ from: 'due', to: 'dues', label: 'book.year' }),
    'due',
  ),
  'an object as a title': book('type-mismatch', title('records.book')),
  'an object in a text': books(
    'type-mismatch',
    (d) => (d.view.rowActions[0].success = { key: 'book.count', with: { count: { expr: 'row' } } }),
  ),
  'a size and a fraction': books('operator-types', when('size(row.title) + 1.0 > 2.0'), 'without a fraction'),
  'a whole number and a number': books('operator-types', when('row.year + 1 > 2000.0'), '1.0'),
  'an index of an object': books('operator-types', when("row.genre[0] == 'x'")),
  'all of a text': books('operator-types', when("row.title.all(x, x == 'x')")),
  'a map of an object': book('operator-types', title('route.map(l, l.bookId)[0]')),
  'a text that begins with a number': books('operator-types', when('row.title.startsWith(5.0)')),
  'a pattern that is none': books('expression-syntax', when("row.title.matches('[')")),
  'has of no member': books('operator-types', when('has(row)')),
  'words that never meet': books('operator-types', when('row.status == row.rating')),
  'a member of no reply': book('unknown-member', (d) => {
    d.view.actions = [
      {
        call: 'signOut',
        label: 'book.save',
        then: [{ navigate: 'book', with: { bookId: { expr: 'result.id' } } }],
      },
    ];
  }),
  'a pick of nothing': pick('missing-property', (d) => delete d.returns, 'returns'),
  'field and value': books(
    'wrong-type',
    (d) => (d.view.columns[0] = { field: 'title', value: { expr: 'row.title' } }),
  ),
  'a column of no width': books('wrong-type', (d) => (d.view.columns[1].width = -50)),
  'no column': books('missing-property', (d) => (d.view.columns = [])),
  'an address and addresses': books('wrong-type', (d) => (d.at = [{ route: '/other' }])),
  'an address that gives too little': books('missing-input', (d) => {
    delete d.route;
    d.input = { shelf: 'string' };
    d.title = { expr: 'input.shelf' };
    d.at = [{ route: '/books' }];
  }),
  'state that nobody reads': books('unused', (d) => (d.state = { left: 'string' })),
  'a query that nobody reads': books('unused', (d) => (d.query = { left: 'string' })),
  'an input that nobody reads': pick('unused', (d) => (d.input.left = { type: 'string', optional: true })),
  'a record that nobody reads': books('unused', (d) => (d.records = { me: { operation: 'me' } })),
  'a home with a parameter': app('menu-parameters', (d) => (d.home = ['book'])),
  'a sign-in behind a sign-in': app('not-public', (d) => (d.login = 'books')),
  'a sign-in without name': app('type-mismatch', (d) => (d.session.login = 'ping')),
  'a sign-out that is a GET': app('type-mismatch', (d) => (d.session.logout = 'ping')),
  'an accent of nobody': app('unknown-instance-type', (d) => (d.accents.TWON = '#112233')),
  'an accent that is no colour': app('wrong-type', (d) => (d.accents['*'] = 'blueish')),
  'a property of another type': app(
    'type-mismatch',
    (d) => (d.properties = { rows: { type: 'number', default: 'ten' } }),
  ),
  'preferences that are no page': app(
    'type-mismatch',
    (d) => (d.preferences = { list: 'ping', save: 'bookSave' }),
  ),
  'preferences that nobody keeps': app(
    'unknown-operation',
    (d) => (d.preferences = { list: 'bookPagin', save: 'bookSave' }),
    'bookPaging',
  ),
  'a page of records that is none': app('unknown-screen', (d) => (d.pages = { book: 'bok' }), 'book'),
  'a page of records without a parameter': app('no-route', (d) => (d.pages = { book: 'books' })),
  'a page of an unknown kind of record': app('api-entity', (d) => (d.pages = { bok: 'book' }), 'book'),
  'a form of number that is missing': ru(
    'missing-plural',
    (d) => delete d['engine.found_few'],
    'engine.found_few',
  ),
  'one form of number alone': ru('missing-plural', (d) => {
    for (const form of ['few', 'many', 'other']) delete d[`engine.found_${form}`];
  }),
  'a picker that is none': api('unknown-widget', (d) => (d['x-entities'].book.picker = 'bookPiker')),
  'a question for what the call has not': books('unknown-path', ask(['shelff']), 'shelf'),
  'a cell changed at what the call has not': books('unknown-path', edit({ fields: ['shelff'] }), 'shelf'),
  'a cell changed by nothing': books('unknown-operation', edit({ call: 'bookSav' }), 'bookSave'),
  'a cell changed by a call without a body': books('type-mismatch', edit({ call: 'signOut' })),
  'a cell whose change would empty others': books('field-missing', edit({ call: 'bookSave' })),
  'a cell changed on a condition of no row': books(
    'unknown-member',
    edit({ visibleWhen: "row.titel == 'x'" }),
  ),
  'a question of a call without a body': books('type-mismatch', (d) => {
    d.view.rowActions[0] = { ...asking(['shelf']), call: 'signOut', with: {} };
  }),
  'a failure beside a question': books('wrong-type', (d) => {
    d.view.rowActions[0] = { ...asking(['shelf']), failed: [{ refresh: true }] };
  }),
  'a member of no failure': books('unknown-member', (d) => {
    d.view.rowActions[0].failed = [{ navigate: 'book', with: { bookId: { expr: 'failure.cod' } } }];
  }),
  'a form created by what lacks its fields': info('unknown-path', (d) => (d.view.submit.create = 'signIn')),
  'a form created by nothing': info('unknown-operation', (d) => (d.view.submit.create = 'bookSav')),
  'a table of nothing': books('missing-property', (d) => delete d.view.source, 'source'),
  'a table of two kinds of rows': books('wrong-type', (d) => {
    d.view.rows = { expr: 'views.books.selection' };
  }),
  'rows that are no list': book('type-mismatch', (d) => {
    d.view.header = { type: 'table', rows: { expr: 'records.book.title' }, columns: [] };
  }),
  'a column that the rows lack': book('unknown-path', (d) => {
    d.view.header = {
      type: 'table',
      rows: { expr: 'records.book.tags' },
      columns: [{ field: 'marc', label: 'book.title' }],
    };
  }),
  'a total over pages': books('wrong-type', (d) => (d.view.columns[1] = { field: 'year', total: 'sum' })),
  'a total of words': book('type-mismatch', (d) => {
    const columns = [{ field: 'title', label: 'book.title', total: 'sum' }];
    d.view.header = { type: 'table', rows: { expr: '[records.book]' }, columns };
  }),
  'a chart of pages': book('not-a-list', (d) => (d.view.header = chart({}))),
  'a chart of words': book('type-mismatch', (d) => (d.view.header = chart({ series: ['title'] }))),
  'a chart of no numbers': book('missing-property', (d) => (d.view.header = chart({ series: [] }))),
  'a pie of two': book('wrong-type', (d) => {
    d.view.header = chart({ kind: 'pie', series: ['year', { field: 'year', label: 'book.year' }] });
  }),
  'a fill of no field': info('unknown-path', fills({ shelff: 'A' }), 'shelf'),
  'a fill of another type': info('type-mismatch', fills({ year: 'A' })),
  'a fill of no form': books('missing-property', (d) => {
    d.view.rowActions[0] = { fill: { title: 'x' }, label: 'book.save' };
  }),
  'a fill of a form misspelt': info('unknown-name', (d) => {
    d.view.name = 'general';
    d.view.buttons = [{ fill: { title: 'x' }, form: 'genral', label: 'book.save' }];
  }),
  'choices of one record': info('not-a-list', choose({ operation: 'bookGet' })),
  'choices by a path of no row': info('unknown-path', choose({ label: 'titel' }), 'title'),
  'choices of another type': info('type-mismatch', choose({ value: 'year' })),
  'choices by what the form lacks': info(
    'unknown-member',
    choose({ with: { due: { expr: 'form.dew' } } }),
    'due',
  ),
  'a computed value of another type': info('type-mismatch', (d) => {
    d.view.layout[1] = { field: 'year', value: { expr: 'form.title' } };
  }),
  'computed and following': info('wrong-type', (d) => {
    d.view.layout[1] = { field: 'year', value: { expr: 'form.year' }, follows: { expr: 'form.year' } };
  }),
  'a text by a case that is no condition': info('not-boolean', (d) => {
    d.view.layout[1] = { field: 'year', label: { cases: [{ when: 'form.year', text: 'book.year' }] } };
  }),
  'a text by a case without a text': info('missing-key', (d) => {
    d.view.layout[1] = { field: 'year', label: { cases: [{ text: 'book.yaer' }] } };
  }),
  'a tab by a record of its own': info('unknown-member', (d) => {
    d.records = { other: { operation: 'bookGet', with: { bookId: { expr: 'route.bookId' } } } };
    d.view.of = 'other';
    d.tab.visibleWhen = "records.other.title == 'x'";
  }),
  'a dialog that is none': { ...shelf({ kind: 'picker', dialog: 'books' }), code: 'not-a-dialog' },
  'a dialog misspelt': { ...shelf({ kind: 'picker', dialog: 'pik' }), code: 'unknown-screen', says: 'pick' },
  'an entity misspelt': { ...shelf({ kind: 'picker', entity: 'bok' }), code: 'api-entity', says: 'book' },
  'an option that is needed and cannot be given': {
    ...shelf({ options: { type: 'object', properties: { rows: { type: 'integer' } }, required: ['rowz'] } }),
    code: 'unknown-path',
    says: 'rows',
  },
  'an option that is needed, and is no name': {
    ...shelf({ options: { type: 'object', required: [[[{}]]] } }),
    code: 'wrong-type',
  },
  'a rule of an option that nobody reads': {
    ...shelf({ options: { type: 'object', properties: { rows: { type: 'integer', minimun: 1 } } } }),
    code: 'unknown-property',
    says: 'minimum',
  },
  'an option beyond its numbers': books(
    'bad-option',
    (d) => (d.view.columns.find((c: Doc) => c.cell === 'number').options.digits = -1),
    'at least 0',
  ),
  'a word that is no text, beside one that is none of the words': api('unknown-enum-word', (d) => {
    const save = d.components.schemas.BookSave;
    save.properties.shelf = { enum: [{ name: 'A' }, 'B'] };
    save['x-rules'] = [{ expr: "form.shelf == 'C'", field: 'shelf', message: 'book.shelf' }];
  }),
  'an address compared with a word of its own': info(
    'unknown-enum-word',
    (d) => (d.view.readOnlyWhen = "route.bookId == 'nwe'"),
    'new',
  ),
  'a day that may be none': info('type-mismatch', (d) => {
    d.view.submit.with = { due: { expr: "form.year > 2000.0 ? 'soon' : today" } };
  }),
  'words of another dictionary': info('type-mismatch', kind('shelves'), 'genres'),
  'a dictionary that is part of none': api(
    'unknown-dictionary',
    (d) => (d['x-dictionaries'].novels.partOf = 'genre'),
    'genres',
  ),
  'an input of a type that is none': pick('wrong-type', (d) => (d.input.many = { type: 'record', of: 7 })),
  'an input of words that are none': pick('wrong-type', (d) => (d.input.many = { type: 'string', enum: 5 })),
  'a picker of another record': books('type-mismatch', (d) =>
    d.view.filters.push({
      type: 'component',
      componentName: 'bookPicker',
      paramName: 'shelf',
      label: 'book.shelf',
    }),
  ),
};

/** A record of the list's page, by an id that may be absent. */
const optionalRecord = (more: object) => (d: Doc) => {
  d.input = { one: { type: 'string', optional: true } };
  d.records = { one: { operation: 'bookGet', with: { bookId: { expr: 'input.one' } }, ...more } };
  d.buttons.push({ pick: { expr: 'records.one' }, label: 'book.pick' });
};

/** A second input of the sample: an action that opens another dialog. */
const opens = (more: object) => (d: Doc) => {
  d.input.one = { type: 'string', optional: true };
  d.buttons.push({
    navigate: 'book.info',
    with: { bookId: { expr: 'input.one' } },
    label: 'book.pick',
    ...more,
  });
};

const creates = (d: Doc) => (d.view.toolbar = [{ navigate: 'book.info', create: true, label: 'book.save' }]);

/** Mistakes of classes that involve several files, and next to each the valid form. */
const BESIDE: Record<string, { slip: Slip; right: Slip['edit']; also?: Slip[] }> = {
  'a record by an input that may be absent': {
    slip: pick('optional-value', optionalRecord({}), 'input.one'),
    right: optionalRecord({ when: 'has(input.one)' }),
  },
  'a page by an input that may be absent': {
    slip: pick('optional-value', opens({}), 'input.one'),
    right: opens({ visibleWhen: 'has(input.one)' }),
  },
  'an input that is a condition, without a row': {
    slip: pick('unknown-member', (d) => {
      d.input.closed = { type: 'condition', of: 'Book', optional: true };
      d.view.selectableWhen = '!input.closed';
      d.buttons[0].enabledWhen = '!input.closed';
    }),
    right: (d) => {
      d.input.closed = { type: 'condition', of: 'Book', optional: true };
      d.view.selectableWhen = '!input.closed';
    },
  },
  'a filter that a named table does not have': {
    slip: books('unknown-member', (d) => {
      d.view.filters.pop();
      d.view.toolbar = [
        { refresh: true, label: 'book.save', enabledWhen: "views.books.filters.title != 'A'" },
      ];
    }),
    right: (d) => {
      d.view.filters.pop();
      d.view.toolbar = [
        { refresh: true, label: 'book.save', enabledWhen: 'size(views.books.filters.genres) > 0' },
      ];
    },
  },
  'a button for those who may not': {
    slip: books('gate-inverted', when("!('WRITE' in account.permissions) && row.status == 'FREE'")),
    right: when("!('LEND' in account.permissions) && row.status == 'FREE'"),
  },
  'a form that is locked for those who may save it': {
    slip: info(
      'gate-inverted',
      (d) => (d.view.readOnlyWhen = "form.year > 2000.0 || 'WRITE' in account.permissions"),
    ),
    right: (d) => (d.view.readOnlyWhen = "form.year > 2000.0 || !('WRITE' in account.permissions)"),
  },
  'a new record without a required field': {
    slip: info('field-missing', (d) => d.view.layout.shift(), 'title'),
    also: [books('', creates)],
    right: (d) => {
      d.view.layout.shift();
      d.view.initial = { title: 'A' };
    },
  },
  'a required field of a new record that nobody can enter': {
    slip: info(
      'field-missing',
      (d) => (d.view.layout[0] = { field: 'title', enabledWhen: 'false' }),
      'title',
    ),
    also: [books('', creates)],
    right: (d) => {
      d.view.layout[0] = { field: 'title', enabledWhen: 'false' };
      d.view.initial = { title: 'A' };
    },
  },
  'a button that can never be pressed': {
    slip: books('constant-condition', when('false')),
    right: when("row.status == 'FREE'"),
  },
  'a state that begins as itself': {
    slip: books('value-cycle', (d) => {
      d.state = {
        a: { type: 'string', default: { expr: 'state.b' } },
        b: { type: 'string', default: { expr: 'state.a' } },
      };
      d.title = { expr: 'state.a + state.b' };
    }),
    right: (d) => {
      d.state = { a: { type: 'string', default: { expr: 'state.b' } }, b: { type: 'string', default: 'x' } };
      d.title = { expr: 'state.a + state.b' };
    },
  },
  'a question at closing where nothing can be lost': {
    slip: pick('no-effect', (d) => {
      d.dialog = { confirmClose: 'book.pick' };
      d.view.select = 'none';
      d.input = {};
      d.buttons = [];
    }),
    right: (d) => (d.dialog = { confirmClose: 'book.pick' }),
  },
  'a screen of errors that takes no error': {
    slip: app('missing-route-parameter', (d) => (d.error = 'sign')),
    right: (d) => (d.error = 'error'),
  },
  'an account in an envelope': {
    slip: app('type-mismatch', (d) => (d.session.renew = 'bookGet'), 'permissions'),
    right: (d) => (d.session.renew = 'me'),
  },
  'a picker of records without a dialog': {
    slip: shelfless('missing-property', (d) => delete d.dialog),
    right: () => undefined,
  },
  'a number beside the menu that is none': {
    slip: books('type-mismatch', (d) => (d.menu.badge = { operation: 'me', path: 'login' }), 'a number'),
    right: (d) => (d.menu.badge = { operation: 'bookPaging', path: 'size' }),
  },
  'a number beside the menu by what only a page knows': {
    slip: books('unavailable-name', (d) => {
      d.menu.badge = { operation: 'bookPaging', with: { title: { expr: 'today' } }, path: 'size' };
    }),
    right: (d) => (d.menu.badge = { operation: 'bookPaging', with: { title: 'A' }, path: 'size' }),
  },
  'filters of a view that is no table': {
    slip: books(
      'unknown-name',
      (d) => (d.view.toolbar = [{ filter: 'boks', clear: true, label: 'book.save' }]),
      'books',
    ),
    right: (d) => (d.view.toolbar = [{ filter: 'books', clear: true, label: 'book.save' }]),
  },
  'a filter that is set and is none of the table': {
    slip: books('unknown-parameter', (d) => {
      d.view.toolbar = [{ filter: 'books', values: { titel: 'A' }, label: 'book.save' }];
    }),
    right: (d) => (d.view.toolbar = [{ filter: 'books', values: { title: 'A' }, label: 'book.save' }]),
  },
  'rows of another kind that are chosen': {
    slip: books('type-mismatch', (d) => {
      d.view.toolbar = [{ select: 'books', rows: { expr: "['A']" }, label: 'book.save' }];
    }),
    right: (d) =>
      (d.view.toolbar = [{ select: 'books', rows: { expr: 'views.books.rows' }, label: 'book.save' }]),
  },
  'what a picker calls on sight': {
    slip: shelfless('not-a-read', (d) => (d.operations = ['bookSave'])),
    right: (d) => (d.calls = ['bookSave']),
  },
  'a schema that is a part of itself through another': {
    slip: api('api-ref', (d) => {
      d.components.schemas.Tag.allOf = [{ $ref: '#/components/schemas/Word' }];
      d.components.schemas.Word.anyOf = [{ $ref: '#/components/schemas/Tag' }];
    }),
    right: (d) => (d.components.schemas.Tag.properties.next = { $ref: '#/components/schemas/Tag' }),
  },
};

/** The sample with a second fragment of the name, a picker of books, and two parameters more. */
function project() {
  const files = sampleProject();
  const picker = { kind: 'picker', name: 'bookPicker', accepts: ['string'], entity: 'book', dialog: 'pick' };
  files.manifests.push({ file: 'widgets/book-picker/widget.json', text: JSON.stringify(picker) });
  return files;
}

/** API for the mistake: values of another kind, a required parameter, one that refers to nothing. */
function widen(doc: Doc): void {
  doc.components.schemas.Book.properties.rating = { type: 'string', enum: ['GOOD', 'BAD'] };
  doc.components.schemas.BookFilter.properties.shelf = { type: 'string' };
  doc.components.schemas.BookSave.properties.kind = { type: 'string', 'x-dictionary': 'genres' };
  doc.paths['/api/book/{bookId}'].get.parameters[0].schema.format = 'uuid';
  doc['x-dictionaries'] = {
    shelves: { path: '/api/shelves', item: 'Word' },
    novels: { path: '/api/novels', item: 'Word', partOf: 'genres' },
  };
}

function told(...slips: Pick<Slip, 'file' | 'edit'>[]): string[] {
  const files = project();
  const all = [files.app, ...files.screens, ...files.locales, ...files.manifests, ...files.api];
  for (const { file, edit } of [{ file: API, edit: widen }, ...slips]) {
    const one = all.find((f) => f.file === file);
    if (!one) {
      files.fragments.push({ file, text: files.fragments[0]!.text });
      continue;
    }
    const doc = JSON.parse(one.text) as Doc;
    edit(doc);
    one.text = JSON.stringify(doc, null, 2);
  }
  return compileProject(files).diagnostics.map((d) => `${d.code} ${d.file} ${d.message}`);
}

describe('mistakes of meaning', () => {
  it('are none in the sample', () => {
    expect(told()).toEqual([]);
  });

  it.each(Object.entries(SLIPS))('%s', (_, one) => {
    expect(told(one)).toContainEqual(
      expect.stringMatching(new RegExp(`^${one.code} ${one.file} .*${one.says ?? ''}`)),
    );
  });

  it.each(Object.entries(BESIDE))(
    '%s, and the valid form next to it',
    (_, { slip: one, right, also = [] }) => {
      expect(told(...also, one)).toContainEqual(
        expect.stringMatching(new RegExp(`^${one.code} ${one.file} .*${one.says ?? ''}`)),
      );
      expect(
        told(...also, { file: one.file, edit: right }).filter((text) => text.startsWith(one.code)),
      ).toEqual([]);
    },
  );

  it('include a filter that may be empty and alone provides a required parameter; a default makes it valid', () => {
    const branch = { name: 'branch', in: 'query', required: true, schema: { type: 'string' } };
    const parameter = {
      file: API,
      edit: (d: Doc) => d.paths['/api/book/paging'].get.parameters.push(branch),
    };
    const filter = (more: object) => (d: Doc) =>
      d.view.filters.push({ type: 'text', paramName: 'branch', label: 'book.shelf', ...more });
    const file = 'screens/books.screen.json';
    expect(told(parameter, { file, edit: filter({}) })).toContainEqual(
      expect.stringMatching(`missing-parameter ${file} .*defaultValue`),
    );
    const pickIsWithoutToo = told(parameter, { file, edit: filter({ defaultValue: 'A' }) });
    expect(pickIsWithoutToo.filter((text) => text.includes(file))).toEqual([]);
  });

  it('exclude a narrower dictionary, `new` in an address, and a day passed as one', () => {
    const right = info('', (d) => {
      kind('novels')(d);
      d.view.readOnlyWhen = "route.bookId == 'new'";
      d.view.submit.with = { due: { expr: "form.year > 2000.0 ? '2026-01-31' : today" } };
    });
    expect(told(right)).toEqual([]);
  });

  it('include properties that JavaScript would hide', () => {
    const files = sampleProject();
    const one = files.screens.find(({ file }) => file === 'screens/books.screen.json')!;
    one.text = one.text.replace('"view": {', '"view": { "__proto__": { "type": "form" },');
    expect(compileProject(files).diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'json-syntax',
        file: one.file,
        message: expect.stringContaining('__proto__'),
      }),
    );
  });

  it('include files and expressions without an end, which are reported and not thrown', () => {
    const files = sampleProject();
    files.screens[0] = { ...files.screens[0]!, text: `${'['.repeat(20_000)}` };
    expect(compileProject(files).diagnostics).toContainEqual(
      expect.objectContaining({ code: 'json-syntax' }),
    );
    const long = books('expression-syntax', when(Array(5000).fill("row.title == 'a'").join(' && ')));
    expect(told(long)).toContainEqual(expect.stringMatching('expression-syntax .*4000'));
  });
});
