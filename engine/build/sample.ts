/** A small valid project, in memory: the diagnostics documentation and its tests break it in one place at a time. */
import type { ProjectFiles } from '../language/project.ts';
import { readProject } from './project.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 2);
const ok = (schema: unknown) => ({ 200: { description: 'OK', content: { 'application/json': { schema } } } });
const BOOK = { $ref: '#/components/schemas/Book' };
const ID = { name: 'bookId', in: 'path', required: true, schema: { type: 'string' } };
const FILTER = {
  name: 'filter',
  in: 'query',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/BookFilter' } } },
};

const API = {
  openapi: '3.1.0',
  paths: {
    '/api/book/paging': {
      get: {
        operationId: 'bookPaging',
        'x-permissions': ['READ'],
        'x-scope': 'instance',
        'x-sort': ['title', 'year'],
        'x-live': [{ broadcast: 'book' }],
        parameters: [FILTER],
        responses: ok({
          type: 'object',
          additionalProperties: false,
          properties: { list: { type: 'array', items: BOOK }, size: { type: 'integer' } },
        }),
      },
    },
    '/api/book/{bookId}': {
      get: {
        operationId: 'bookGet',
        'x-permissions': ['READ'],
        'x-scope': 'instance',
        parameters: [ID],
        responses: ok(BOOK),
      },
    },
    '/api/book': {
      post: {
        operationId: 'bookSave',
        'x-permissions': ['WRITE'],
        'x-scope': 'instance',
        'x-changes': ['bookPaging', 'bookGet'],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/BookSave' } } },
        },
        responses: ok(BOOK),
      },
    },
    '/api/book/import': {
      post: {
        operationId: 'bookImport',
        'x-permissions': ['WRITE'],
        'x-scope': 'instance',
        'x-changes': ['bookPaging'],
        requestBody: { content: { 'application/xml': { schema: { type: 'string' } } } },
        responses: { 204: { description: 'Done' } },
      },
    },
    '/api/genres': {
      get: {
        operationId: 'dictionaryGenres',
        'x-permissions': [],
        'x-scope': 'session',
        'x-dictionary': { id: 'genres', value: 'name', label: 'caption' },
        responses: ok({ type: 'array', items: { $ref: '#/components/schemas/Word' } }),
      },
    },
    '/api/me': {
      get: {
        operationId: 'me',
        'x-permissions': [],
        'x-scope': 'session',
        responses: ok({ $ref: '#/components/schemas/Me' }),
      },
    },
    '/api/sign': {
      post: {
        operationId: 'signIn',
        'x-permissions': [],
        'x-scope': 'public',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Credentials' } } },
        },
        responses: ok({ $ref: '#/components/schemas/Me' }),
      },
      delete: {
        operationId: 'signOut',
        'x-permissions': [],
        'x-scope': 'session',
        responses: { 204: { description: 'Done' } },
      },
    },
    '/api/ping': {
      get: {
        operationId: 'ping',
        'x-permissions': [],
        'x-scope': 'public',
        responses: { 204: { description: 'Done' } },
      },
    },
  },
  'x-resources': {
    loan: {
      title: 'loan',
      path: '/api/loan',
      key: 'loanId',
      permissions: ['READ'],
      scope: 'instance',
      record: 'Book',
      verbs: ['paging', 'get'],
    },
  },
  'x-entities': { book: { schema: 'Book', key: 'id', label: 'title', get: 'bookGet', list: 'bookPaging' } },
  components: {
    schemas: {
      Word: object({ name: { type: 'string' }, caption: { type: 'string' } }, ['name', 'caption']),
      Me: object({ login: { type: 'string' }, permissions: { type: 'array', items: { type: 'string' } } }, [
        'login',
        'permissions',
      ]),
      Credentials: object({ login: { type: 'string' }, password: { type: 'string' } }, ['login', 'password']),
      BookFilter: object({
        due: { type: 'string', format: 'date' },
        genres: { type: 'array', items: { type: 'string' }, 'x-dictionary': 'genres' },
        title: { type: 'string' },
        bookId: { type: 'string', 'x-ref': 'book' },
      }),
      Book: object(
        {
          id: { type: 'string' },
          title: { type: 'string' },
          year: { type: 'integer' },
          due: { type: 'string', format: 'date' },
          tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
          status: { type: 'string', enum: ['FREE', 'LENT'] },
          genre: { $ref: '#/components/schemas/Word' },
          extra: {
            type: 'object',
            additionalProperties: true,
            description: 'Whatever a library keeps of its own',
          },
        },
        ['id', 'title', 'year', 'status', 'genre'],
        { 'x-key': ['id'] },
      ),
      Tag: object({ mark: { type: 'string' } }, ['mark']),
      BookSave: object(
        {
          id: { type: 'string' },
          title: { type: 'string' },
          year: { type: 'integer' },
          shelf: { type: 'string' },
          due: { type: 'string', format: 'date' },
        },
        ['title', 'year', 'shelf'],
        { 'x-rules': [{ expr: 'form.year > 1400', field: 'year', message: 'book.rule.year' }] },
      ),
    },
  },
};

function object(properties: Record<string, unknown>, required: string[] = [], more: object = {}) {
  return { type: 'object', additionalProperties: false, required, properties, ...more };
}

const SESSION = {
  login: 'signIn',
  logout: 'signOut',
  renew: 'me',
  publicInfo: 'me',
  info: 'me',
  heartbeat: 'ping',
};

const SCREENS: Record<string, unknown> = {
  books: {
    language: 1,
    id: 'books',
    route: '/books',
    title: 'books.title',
    access: ['READ'],
    menu: { group: 'main', order: 1, icon: 'document' },
    view: {
      type: 'table',
      name: 'books',
      labels: 'book',
      source: { operation: 'bookPaging', live: [{ broadcast: 'book', mode: 'patch' }] },
      filters: [
        { type: 'selectMany', paramName: 'genres', label: 'book.genre', dictionary: 'genres' },
        { use: 'titleFilter' },
      ],
      columns: [
        { field: 'title', sort: 'title' },
        { field: 'year', cell: 'number', options: { digits: 0 } },
        'genre',
      ],
      onRow: { navigate: 'book', with: { bookId: { expr: 'row.id' } } },
      rowActions: [
        {
          call: 'bookSave',
          with: { title: { expr: 'row.title' }, year: { expr: 'row.year' }, shelf: 'A' },
          label: 'book.save',
          enabledWhen: "row.status == 'FREE'",
        },
        { open: 'pick', with: { many: true }, label: 'book.pick' },
      ],
      select: 'many',
      empty: { key: 'book.count', with: { count: 0 } },
    },
  },
  book: {
    language: 1,
    id: 'book',
    parent: 'books',
    route: '/books/:bookId',
    title: { expr: 'records.book.title' },
    access: ['READ'],
    records: { book: { operation: 'bookGet', with: { bookId: { expr: 'route.bookId' } } } },
    view: {
      type: 'tabs',
      header: { type: 'details', of: 'book', labels: 'book', fields: ['title', 'year'] },
    },
  },
  'book.info': {
    language: 1,
    id: 'book.info',
    parent: 'book',
    route: '.',
    title: 'book.info',
    tab: { order: 1 },
    view: {
      type: 'form',
      labels: 'book',
      of: 'book',
      submit: { call: 'bookSave', then: [{ back: true }] },
      layout: ['title', 'year', 'shelf'],
    },
  },
  pick: {
    language: 1,
    id: 'pick',
    title: 'book.pick',
    dialog: {},
    input: { many: { type: 'boolean', optional: true } },
    returns: 'bookPaging.list',
    view: {
      type: 'table',
      labels: 'book',
      source: { operation: 'bookPaging' },
      columns: ['title'],
      select: { expr: "has(input.many) && input.many ? 'many' : 'one'" },
    },
    buttons: [{ pick: { expr: 'selection' }, label: 'book.pick' }],
  },
  error: {
    language: 1,
    id: 'error',
    route: '/error/:error',
    title: 'books.title',
    public: true,
    view: { type: 'stack', items: [] },
  },
  sign: {
    language: 1,
    id: 'sign',
    route: '/sign',
    title: 'books.title',
    public: true,
    view: { type: 'stack', items: [] },
  },
};

const TEXTS = {
  'books.title': 'Books',
  'book.title': 'Title',
  'book.year': 'Year',
  'book.genre': 'Genre',
  'book.info': 'General',
  'book.shelf': 'Shelf',
  'book.save': 'Save',
  'book.pick': 'Pick',
  'book.rule.year': 'Printed books only',
  'book.count': '{{count}} books',
  'engine.found_one': '{{count}} book',
  'engine.found_few': '{{count}} books',
  'engine.found_many': '{{count}} books',
  'engine.found_other': '{{count}} books',
  menu: 'Menu',
};

/** Returns the files of the sample, new at each call. */
export function sampleProject(): ProjectFiles {
  const built = readProject({ root: '.' });
  const locale = (name: string) => ({ file: `locales/${name}/books.json`, text: json(TEXTS) });
  return {
    language: built.language,
    api: [{ file: 'schemas/api/books.json', text: json(API) }],
    permissions: {
      file: 'schemas/permissions.json',
      text: json({
        groups: [{ name: 'BOOKS', caption: { en: 'Books', ru: 'Книги' } }],
        permissions: [
          { code: 'READ', group: 'BOOKS', caption: { en: 'Read', ru: 'Чтение' } },
          { code: 'WRITE', group: 'BOOKS', caption: { en: 'Write', ru: 'Запись' } },
          { code: 'LEND', group: 'BOOKS', caption: { en: 'Lend', ru: 'Выдача' } },
        ],
        instanceTypes: ['TOWN', 'SCHOOL'],
      }),
    },
    app: {
      file: 'screens/app.json',
      text: json({
        language: 1,
        name: 'books.title',
        home: ['books'],
        login: 'sign',
        error: 'error',
        locales: ['en', 'ru'],
        groups: [{ id: 'main', label: 'menu', order: 1 }],
        accents: { '*': '#336699' },
        live: '/api/live',
        session: SESSION,
      }),
    },
    screens: Object.entries(SCREENS).map(([id, screen]) => ({
      file: `screens/${id}.screen.json`,
      text: json(screen),
    })),
    fragments: [
      {
        file: 'screens/titleFilter.fragment.json',
        text: json({
          language: 1,
          fragment: 'titleFilter',
          kind: 'filters',
          items: [{ type: 'text', paramName: 'title', label: 'book.title' }],
        }),
      },
    ],
    locales: [locale('en'), locale('ru')],
    manifests: [
      ...built.manifests.filter(({ file }) => file.startsWith('engine/')),
      {
        file: 'widgets/shelf/widget.json',
        text: json({
          kind: 'widget',
          name: 'shelf',
          options: { type: 'object', additionalProperties: false, properties: { rows: { type: 'integer' } } },
          inputs: { bookId: { type: 'string' } },
          events: { turned: { type: 'string' } },
        }),
      },
    ],
    icons: built.icons,
  };
}
