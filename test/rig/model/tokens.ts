import crypto from 'node:crypto';
import {syncBuiltinESMExports} from 'node:module';
import {promisify} from 'node:util';
import zlib from 'node:zlib';
import type {World} from './world.ts';

let world: World | undefined;
let drawn = new Map<string, number>();

/** Of which world the next names are. */
export function drawFor(next: World): void {
  world = next;
  drawn = new Map();
}

/**
 * Chance and threads would make two runs along one path differ: names are counted for each actor, and nothing is compressed. To be
 * called before the protocol is loaded.
 */
export function withoutChance(): void {
  const randomUUID = (): string => {
    const actor = world?.current ?? '';
    const count = (drawn.get(actor) ?? 0) + 1;
    drawn.set(actor, count);
    return `${actor}-${count}`;
  };
  const asIs = (value: Uint8Array | string, ...rest: unknown[]): void =>
    (rest.at(-1) as (error: null, value: Buffer) => void)(null, Buffer.from(value));
  Object.assign(asIs, {[promisify.custom]: async (value: Uint8Array | string) => Buffer.from(value)});
  Object.assign(crypto, {randomUUID});
  Object.assign(zlib, {gzip: asIs, gunzip: asIs});
  syncBuiltinESMExports();
}
