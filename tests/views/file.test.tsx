// @vitest-environment happy-dom
/** Values that refer to files: shown as links in a cell, chosen, sent and removed in a form. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRegistry } from '../../engine/registry/registry.ts';
import { registerBuiltins } from '../../engine/views/builtins.ts';
import type { CompiledFile } from '../../engine/language/compiled.ts';
import type { JsonSchema } from '../../engine/language/schema.ts';
import en from '../../locales/en/engine-views.json';
import { engine } from '../engine.ts';
import { field, form } from '../form/fixture.ts';
import { spec } from '../spec/spec.ts';
import { chosen, fakeUploads, FakeRequest } from './fakeRequest.ts';
import {
  calls,
  operation,
  renderScreen,
  screenOf,
  serve,
  tableOf,
  things,
  setUpHarness,
} from './harness.tsx';

setUpHarness();

const key = { fileId: { in: 'path' as const, required: true as const } };
const operations = {
  things,
  save: operation('save', { method: 'POST', body: ['name', 'scans'], reply: 'record' }),
  fileSend: operation('fileSend', {
    method: 'POST',
    path: '/api/file',
    parameters: { entity: { in: 'query' }, field: { in: 'query' } },
    body: ['file'],
    multipart: true,
    reply: 'record',
  }),
  fileRead: operation('fileRead', { path: '/api/files/{fileId}', parameters: key, reply: 'file' }),
  fileSmall: operation('fileSmall', {
    path: '/api/files/{fileId}/small/{size}',
    parameters: { ...key, size: { in: 'path', required: true }, turn: { in: 'query' } },
    reply: 'file',
  }),
};
const file: CompiledFile = {
  property: 'id',
  key: 'fileId',
  upload: 'fileSend',
  uploadWith: { entity: 'thing', field: 'scans' },
  content: 'fileRead',
  thumbnail: 'fileSmall',
  thumbnailWith: { size: 's' },
  thumbnailFrom: { turn: 'info.turn' },
  name: 'info.name',
  mediaType: 'info.type',
  size: 'info.size',
  accept: ['image/*', '.pdf'],
  maxSize: 2048,
};
const stored = (id: string, name: string, type = 'image/png') => ({
  id,
  info: { name, type, size: 1536, turn: 90 },
});

const FILE: JsonSchema = { type: 'object', properties: { id: { type: 'string' } } };
const FILES: JsonSchema = { type: 'array', items: FILE };
const page = (more: Partial<Parameters<typeof field>[1]> = {}) =>
  screenOf(
    form([field('scans', { label: { const: 'Сканы' }, widget: 'file', schema: FILES, file, ...more })]),
    { operations, schemas: { Save: { type: 'object', properties: { scans: FILES } } } },
  );

async function open(more?: Parameters<typeof page>[0]) {
  const registry = createRegistry();
  registerBuiltins(registry);
  await registry.load('view', 'form');
  await renderScreen(page(more), { registry });
}

const upload = async (index: number) =>
  waitFor(() => FakeRequest.all[index] ?? Promise.reject(new Error('none yet')));
const choose = () => userEvent.click(screen.getByRole('button', { name: /Выбрать файл/ }));

beforeEach(() => {
  serve(() => ({}));
  fakeUploads();
});
afterEach(() => vi.restoreAllMocks());

describe('a field of files', () => {
  it('sends what is chosen, for its record and field, and saves the reply', async () => {
    chosen.files = [new File(['x'], 'a.png', { type: 'image/png' })];
    await open();
    await screen.findByRole('button', { name: /Выбрать файл/ });
    await choose();
    const sent = await upload(0);
    expect(chosen.accept).toBe('image/*,.pdf');
    expect(sent.line).toBe('POST /api/file?entity=thing&field=scans');
    await act(async () => sent.answer(200, stored('7', 'a.png')));
    const link = await screen.findByRole('link', { name: 'a.png' });
    expect(link.getAttribute('href')).toBe('/api/files/7');
    expect(screen.getByText('1,5 КБ')).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/files/7/small/s?turn=90');
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ scans: [stored('7', 'a.png')] }));
  });

  it('delays a save that is pressed during an upload; one that fails stops it', async () => {
    chosen.files = [new File(['x'], 'a.png', { type: 'image/png' })];
    await open();
    await screen.findByRole('button', { name: /Выбрать файл/ });
    await choose();
    await upload(0);
    const before = calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    expect(calls).toHaveLength(before);
    await act(async () => (await upload(0)).answer(200, stored('7', 'a.png')));
    await waitFor(() => expect(calls.at(-1)?.body).toEqual({ scans: [stored('7', 'a.png')] }));
    const saved = calls.length;
    await choose();
    await upload(1);
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await act(async () => (await upload(1)).answer(400, { message: 'Это не картинка' }));
    expect(await screen.findByText(/Это не картинка/)).toBeTruthy();
    expect(calls).toHaveLength(saved);
  });

  it('does not add a file that is canceled at the moment its upload ends', async () => {
    chosen.files = [new File(['x'], 'a.png', { type: 'image/png' })];
    await open();
    await screen.findByRole('button', { name: /Выбрать файл/ });
    await choose();
    const sent = await upload(0);
    const stop = screen.getByRole('button', { name: 'Остановить отправку «a.png»' });
    const end = engine.api.onCall(() => fireEvent.click(stop));
    await act(async () => sent.answer(200, stored('7', 'a.png')));
    end();
    await waitFor(() => expect(screen.queryByText('a.png')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'save' }));
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ path: '/api/save' }));
    expect(calls.at(-1)?.body).not.toHaveProperty('scans.0');
  });

  it('accepts dropped files, and refuses unacceptable ones immediately', async () => {
    await open();
    const zone = (await screen.findByRole('button', { name: /Выбрать файл/ })).parentElement!.parentElement!;
    const large = new File([new Uint8Array(4096)], 'b.png', { type: 'image/png' });
    const files = [new File(['x'], 'a.exe'), large, new File(['x'], 'c.PDF')];
    fireEvent.drop(zone, { dataTransfer: { files } });
    expect(await screen.findByText('Такие файлы не принимаются. Подходят: image/*, .pdf')).toBeTruthy();
    expect(screen.getByText('Файл слишком большой. Наибольший размер — 2 КБ')).toBeTruthy();
    expect(((await upload(0)).body!.get('file') as File).name).toBe('c.PDF');
    expect(FakeRequest.all).toHaveLength(1);
  });

  it('keeps a refused file on the list with the reason, and retries it on demand', async () => {
    chosen.files = [new File(['x'], 'a.png', { type: 'image/png' })];
    await open();
    await screen.findByRole('button', { name: /Выбрать файл/ });
    await choose();
    await act(async () => (await upload(0)).answer(400, { message: 'Это не картинка' }));
    spec('M-028');
    expect(await screen.findByText('Не удалось загрузить фото: Это не картинка')).toBeTruthy();
    expect(en['engine.file.photoFailed']).toBe('Error while uploading photo');
    await userEvent.click(screen.getByRole('button', { name: 'Повторить' }));
    await act(async () => (await upload(1)).answer(200, stored('8', 'a.png')));
    expect(await screen.findByRole('link', { name: 'a.png' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать файл «a.png»' }));
    expect(screen.queryByRole('link', { name: 'a.png' })).toBeNull();
  });

  it('offers the kinds that the screen names, and the camera by a separate button', async () => {
    chosen.files = [new File(['x'], 'a.png', { type: 'image/png' })];
    await open({ options: { accept: ['image/*'], camera: true } });
    await screen.findByRole('button', { name: /Выбрать файл/ });
    await choose();
    expect(chosen).toMatchObject({ accept: 'image/*', multiple: true, capture: '' });
    await userEvent.click(screen.getByRole('button', { name: 'Снять на камеру' }));
    expect(chosen).toMatchObject({ accept: 'image/*', multiple: false, capture: 'environment' });
    expect(((await upload(1)).body!.get('file') as File).name).toBe('a.png');
    const zone = screen.getByRole('button', { name: /Выбрать файл/ }).parentElement!.parentElement!;
    fireEvent.drop(zone, { dataTransfer: { files: [new File(['x'], 'c.pdf')] } });
    expect(await screen.findByText('Такие файлы не принимаются. Подходят: image/*')).toBeTruthy();
  });

  it('has one file where the value is no list', async () => {
    chosen.files = [new File(['x'], 'a.png', { type: 'image/png' }), new File(['x'], 'b.png')];
    await open({ schema: FILE });
    await screen.findByRole('button', { name: /Выбрать файл/ });
    await choose();
    expect(chosen.multiple).toBe(false);
    await act(async () => (await upload(0)).answer(200, stored('7', 'a.png')));
    expect(await screen.findByRole('button', { name: /Заменить файл/ })).toBeTruthy();
    expect(FakeRequest.all).toHaveLength(1);
  });
});

it('a cell shows files as links that open them', async () => {
  serve(() => ({ list: [{ id: 1, scans: [stored('7', 'акт.pdf', 'application/pdf')] }], size: 1 }));
  const column = {
    id: 'scans',
    label: { const: 'Сканы' },
    align: 'start' as const,
    content: [{ do: { cell: 'file', options: {}, paths: [['scans']], file } }],
  };
  await renderScreen(screenOf(tableOf({ columns: [column] }), { operations }));
  const link = await screen.findByRole('link', { name: 'акт.pdf' });
  expect(link.getAttribute('href')).toBe('/api/files/7');
});

it('a cell shows a picture in the requested size, with its rotation', async () => {
  serve(() => ({ list: [{ id: 1, scan: stored('7', 'a.png') }], size: 1 }));
  const options = { picture: { size: 'l' } };
  const column = {
    id: 'scan',
    label: { const: 'Скан' },
    align: 'start' as const,
    content: [{ do: { cell: 'file', options, paths: [['scan']], file } }],
  };
  await renderScreen(screenOf(tableOf({ columns: [column] }), { operations }));
  const picture = await screen.findByRole<HTMLImageElement>('img', { name: 'a.png' });
  expect(picture.getAttribute('src')).toBe('/api/files/7/small/l?turn=90');
  expect(picture.closest('a')?.getAttribute('href')).toBe('/api/files/7');
});
