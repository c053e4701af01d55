import {join} from 'node:path';
import {plainPaint} from '../../../src/ui/paint.ts';
import type {Style} from '../../../src/ui/style.ts';

export const plainStyle: Style = {
  paint: plainPaint,
  columns: 100,
  now: new Date('2026-05-04T12:00:00Z'),
  cwd: '/home/me/shop',
  detail: false,
};

export const golden = (name: string): string => join(import.meta.dirname, '..', '..', 'golden', 'ui', `${name}.txt`);
