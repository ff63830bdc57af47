/**
 * The library's server, in memory. It answers the operations of the API file and nothing else, and validates every
 * request and reply by their schemas, so that a page cannot pass with a call that a server would refuse.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiCatalogue, ApiOperation } from '../../engine/language/api.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';

interface Book {
  id: string;
  version: number;
  title: string;
  author: string;
  year: number;
  genre: { name: string; caption: string };
  shelf: string | null;
  copies: number;
  lent: number;
  bought: string | null;
  note: string | null;
}

interface Loan {
  id: string;
  book: { id: string; title: string };
  reader: string;
  begin: string;
  due: string;
  returned: string | null;
  status: { name: 'OUT' | 'RETURNED'; caption: string };
}

interface Input {
  params: Record<string, string>;
  query: Record<string, string>;
  filter: Record<string, unknown>;
  body: Record<string, unknown>;
}

/** A reply that is an error. */
class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

const GENRES = [
  { name: 'NOVEL', caption: 'Novel' },
  { name: 'POEMS', caption: 'Poems' },
];
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const book = (n: number, title: string, author: string, copies: number, lent: number): Book => ({
  id: id(n),
  version: 1,
  title,
  author,
  year: 1900 + n,
  genre: GENRES[n % 2]!,
  shelf: `A${n}`,
  copies,
  lent,
  bought: '2020-05-17',
  note: null,
});

const loan = (n: number, of: Book, reader: string, due: string): Loan => ({
  id: id(100 + n),
  book: { id: of.id, title: of.title },
  reader,
  begin: '2026-01-10',
  due,
  returned: null,
  status: { name: 'OUT', caption: 'Lent' },
});

export class FakeLibrary {
  readonly books = [
    book(1, 'Dead Souls', 'Gogol', 2, 1),
    book(2, 'Evenings', 'Gogol', 1, 1),
    book(3, 'Oblomov', 'Goncharov', 3, 0),
  ];
  readonly loans = [
    loan(1, this.books[0]!, 'Ada Byron', '2026-02-10'),
    loan(2, this.books[1]!, 'Ivan Petrov', '2099-02-10'),
  ];
  /** `operationId query`, in the order of the calls. */
  readonly calls: string[] = [];
  signedIn = false;
  permissions = ['READ_BOOKS', 'LEND_BOOKS'];
  readonly #ajv = new Ajv2020({ strict: false, coerceTypes: true, useDefaults: true });
  readonly #api: ApiCatalogue;

  constructor(api: ApiCatalogue) {
    this.#api = api;
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'api', components: { schemas: api.schemas } });
  }

  /** Replaces `fetch`. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://library');
    const method = init.method ?? 'GET';
    try {
      const { operation, params } = this.#find(method, url.pathname);
      this.calls.push(`${operation.id} ${decodeURIComponent(url.search)}`);
      const query = Object.fromEntries(url.searchParams);
      const body =
        typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined;
      this.#admit(operation);
      this.#check(operation, query, body);
      const filter = JSON.parse(query.filter ?? '{}') as Record<string, unknown>;
      const reply = this.#answer(operation.id, { params, query, filter, body: body ?? {} });
      if (operation.reply) this.#must(operation.reply, reply, `reply of ${operation.id}`);
      return operation.status === 204 ? new Response(null, { status: 204 }) : json(200, reply);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, code } = error;
      return json(status, { type: 'about:blank', title: code, status, code, message: `Refused: ${code}` });
    }
  };

  #find(method: string, path: string): { operation: ApiOperation; params: Record<string, string> } {
    for (const operation of this.#api.operations.values()) {
      const pattern = operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
      const match = operation.method === method && new RegExp(`^${pattern}$`).exec(path);
      if (match) return { operation, params: { ...match.groups } };
    }
    throw new Error(`The library has no operation ${method} ${path}`);
  }

  #admit({ scope, permissions }: ApiOperation): void {
    if (scope !== 'public' && !this.signedIn) throw new Refused(401, 'unauthorized');
    if (permissions.length && !permissions.some((name) => this.permissions.includes(name)))
      throw new Refused(403, 'forbidden');
  }

  #check(operation: ApiOperation, query: Record<string, string>, body: unknown): void {
    for (const [name, text] of Object.entries(query)) {
      const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === name);
      if (!parameter) throw new Error(`${operation.id} has no parameter ${name}`);
      this.#must(parameter.schema, parameter.json ? JSON.parse(text) : text, `${operation.id} ${name}`);
    }
    if (operation.body) this.#must(operation.body, body, `body of ${operation.id}`);
  }

  /** A value outside its schema is an error of the engine or of this file, so the test must fail. */
  #must(schema: JsonSchema, value: unknown, what: string): void {
    const global = JSON.parse(
      JSON.stringify(schema).replaceAll('"#/components', '"api#/components'),
    ) as object;
    // Wrapped, since a bare value cannot be coerced in place.
    const check = this.#ajv.compile({ type: 'object', properties: { value: global } });
    if (!check({ value })) throw new Error(`${what}: ${this.#ajv.errorsText(check.errors)}`);
  }

  #answer(operation: string, { params, query, filter, body }: Input): unknown {
    switch (operation) {
      case 'signIn':
        if (body.password !== 'books') throw new Refused(401, 'badCredentials');
        this.signedIn = true;
        return this.#librarian();
      case 'signOut':
        this.signedIn = false;
        return undefined;
      case 'renew':
        return this.#librarian();
      case 'infoPublic':
      case 'info':
        return {
          version: '1',
          instanceName: 'Library of Myshkin',
          instanceType: 'TOWN',
          timeZone: 'Europe/Moscow',
        };
      case 'beat':
        return { time: '2026-11-21T10:00:00Z' };
      case 'genreList':
        return GENRES;
      case 'bookPaging':
        return pageOf(
          this.books.filter(
            (one) =>
              (!filter.available || one.copies > one.lent) &&
              one.title.toLowerCase().includes((query.query ?? '').toLowerCase()),
          ),
          query,
        );
      case 'bookGet':
        return this.books.find((one) => one.id === params.bookId) ?? refuse(404, 'notFound');
      case 'bookSave':
        return this.#save(body);
      case 'loanPaging':
        return pageOf(
          this.loans.filter(
            (one) =>
              (!filter.status || one.status.name === filter.status) &&
              (!filter.bookId || one.book.id === filter.bookId),
          ),
          query,
        );
      case 'loanReturn': {
        const found = this.loans.find((one) => one.id === params.loanId) ?? refuse(404, 'notFound');
        Object.assign(found, {
          returned: '2026-11-21',
          status: { name: 'RETURNED', caption: 'Returned' },
        });
        return found;
      }
      default:
        throw new Error(`The library does not answer ${operation}`);
    }
  }

  #save(body: Record<string, unknown>): Book {
    const found = this.books.find((one) => one.id === body.id) ?? refuse(404, 'notFound');
    if (body.version !== found.version) throw new Refused(409, 'stale');
    const genre = GENRES.find(({ name }) => name === body.genre) ?? refuse(400, 'invalid');
    return Object.assign(found, body, { genre, version: found.version + 1 });
  }

  #librarian() {
    return { login: 'anna', firstName: 'Anna', lastName: 'Shelf', permissions: this.permissions };
  }
}

function pageOf<T>(list: readonly T[], query: Record<string, string>): { list: T[]; size: number } {
  const count = Number(query.count ?? 10);
  const from = Number(query.page ?? 0) * count;
  return { list: list.slice(from, from + count), size: list.length };
}

function refuse(status: number, code: string): never {
  throw new Refused(status, code);
}

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' },
  });
