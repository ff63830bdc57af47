/** A product with an additional tree: folders with notes in them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readApi, type ApiCatalogue } from '../../engine/language/api.ts';
import type { LanguageSchema } from '../../engine/language/structure.ts';
import { record, type RecordKind } from '../../server/records/record.ts';
import { below, childrenOf, pathField } from '../../server/records/tree.ts';
import { ROOT } from './support.ts';

const id = { type: 'string', format: 'uuid' };
const nullable = { type: ['string', 'null'], format: 'uuid' };
const place = { type: 'object', properties: { id, name: { type: 'string' } }, required: ['id', 'name'] };
const FOLDER = {
  id,
  version: { type: 'integer' },
  parentId: nullable,
  root: { type: 'string' },
  name: { type: 'string' },
  path: { type: 'array', items: place },
};

const FILE = {
  openapi: '3.1.0',
  info: { title: 'Folders', version: '1.0.0' },
  'x-resources': {
    folder: {
      title: 'folder',
      path: '/api/v3/folder',
      key: 'folderId',
      permissions: [],
      record: 'Folder',
      sort: ['name'],
      filter: 'FolderFilter',
    },
  },
  paths: {},
  components: {
    schemas: {
      Folder: {
        type: 'object',
        additionalProperties: false,
        required: Object.keys(FOLDER),
        properties: FOLDER,
        'x-key': ['id'],
      },
      FolderFilter: {
        type: 'object',
        additionalProperties: false,
        properties: { parentId: nullable, below: id },
      },
      FolderSave: {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          id,
          version: { type: 'integer' },
          parentId: nullable,
          root: { type: 'string' },
          name: { type: 'string' },
        },
      },
    },
  },
};

/** The product's API files and that of folders. */
export function folderApi(): ApiCatalogue {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const files = readdirSync(path.join(ROOT, 'schemas/api')).map((name) => `schemas/api/${name}`);
  const shape = JSON.parse(read('schemas/language/api.schema.json')) as LanguageSchema;
  const { api, diagnostics } = readApi(
    [
      ...files.map((file) => ({ file, text: read(file) })),
      { file: 'folders.json', text: JSON.stringify(FILE) },
    ],
    shape,
  );
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return api;
}

// The generated types do not include folders.
const declare = record as unknown as (name: string, declaration: object) => RecordKind;

export const folders = (onDelete: 'refuse' | 'subtree'): RecordKind =>
  declare('folder', {
    table: 'folders',
    tree: { parent: 'parentId', root: 'root', onDelete },
    fields: { path: pathField('folders') },
    search: ['name'],
    order: '-name',
    filters: { parentId: childrenOf(), below: below() },
    unique: { folders_name: 'name' },
  });

export const FOLDER_TABLE = `
  create table folders (
    id uuid primary key default gen_random_uuid(),
    instance_id uuid not null references instances (id),
    parent_id uuid,
    path uuid[] not null,
    root text not null check (root in ('PRIVATE', 'GENERAL')),
    name text not null,
    version integer not null default 1,
    change_time timestamptz not null default now(),
    unique (instance_id, id),
    foreign key (instance_id, parent_id) references folders (instance_id, id)
  );
  create unique index folders_name on folders (instance_id, root, parent_id, lower(name)) nulls not distinct;
  create index folders_path on folders using gin (path);
  create trigger tree_place before insert or update of parent_id, root on folders
    for each row execute function tree_place('root');
  create trigger tree_follow after update of parent_id, root on folders
    for each row when (old.path <> new.path or old.root <> new.root) execute function tree_follow('root');
  grant select, insert, update, delete on folders to public`;
