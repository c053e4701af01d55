import type {SeriesNames} from '../../core/release/series-names.ts';
import {acquireLock} from '../../engine/release/acquire.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {openSeries} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';

/**
 * Holds a series while the place or the name changes under which it is kept: nothing is released.
 * @throws GantryError 'release/locked' when another holds it to the end of the time
 */
export const lockSeries = async (
  backend: Backend,
  names: SeriesNames,
  {lockTimeoutSeconds, deps}: {readonly lockTimeoutSeconds: number; readonly deps: Deps},
) =>
  acquireLock({
    backend,
    series: await openSeries({backend, ...names}),
    names,
    // Where the files lie is no matter here.
    takeOver: true,
    holder: currentHolder({env: deps.env, command: deps.command}),
    clock: deps.clock,
    lockTimeoutMs: lockTimeoutSeconds * 1000,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
