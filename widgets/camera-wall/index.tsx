/** The cameras of a visit point: a still picture of each, or the reason why there is none; each can be reloaded. */
import { useCallback, useEffect, useState } from 'react';
import {
  defineWidget,
  EmptyState,
  FailedState,
  IconButton,
  SkeletonBlock,
  useCall,
  useLocale,
  useOperation,
  type WidgetProps,
} from '../../engine/index.ts';
import manifest from './widget.json';

interface Camera {
  id: string;
  name: string;
}

interface Shot {
  url?: string;
  failure?: string;
}

function CameraWall({ inputs, options }: WidgetProps) {
  const { t } = useLocale();
  const text = (name: 'loading' | 'refresh' | 'none') => t(String(options[name]));
  const visitPointId = String(inputs.visitPointId);
  const { data: cameras, error, reload } = useOperation<Camera[]>('visitPointCameras', { visitPointId });
  if (error && !cameras) return <FailedState problem={error} onRetry={reload} />;
  if (!cameras) return <SkeletonBlock />;
  if (!cameras.length) return <EmptyState title={text('none')} />;
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {cameras.map((camera) => (
        <Tile key={camera.id} camera={camera} visitPointId={visitPointId} text={text} />
      ))}
    </ul>
  );
}

interface TileProps {
  camera: Camera;
  visitPointId: string;
  text(name: 'loading' | 'refresh'): string;
}

function Tile({ camera, visitPointId, text }: TileProps) {
  const call = useCall();
  const [shot, setShot] = useState<Shot>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    let url: string | undefined;
    call('cameraPicture', { visitPointId, cameraId: camera.id }).then(
      (reply) => {
        if (gone) return;
        url = URL.createObjectURL((reply as { blob: Blob }).blob);
        setShot({ url });
      },
      (error: unknown) => !gone && setShot({ failure: (error as Error).message }),
    );
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [call, camera.id, visitPointId, attempt]);
  const refresh = useCallback(() => {
    setShot(undefined);
    setAttempt((times) => times + 1);
  }, []);
  return (
    <li className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex aspect-video items-center justify-center bg-hover text-center">
        {shot?.url && <img src={shot.url} alt={camera.name} className="size-full object-cover" />}
        {shot?.failure && <output className="block px-6 text-sm text-muted">{shot.failure}</output>}
        {!shot && <p className="text-sm text-muted">{text('loading')}</p>}
      </div>
      <div className="flex items-center justify-between px-3 py-2">
        <span className="truncate font-medium">{camera.name}</span>
        <IconButton icon="refresh" label={text('refresh')} onClick={refresh} />
      </div>
    </li>
  );
}

export default defineWidget({ ...manifest, component: CameraWall });
