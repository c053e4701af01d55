import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../../src/core/json.ts';
import {convertAutoscaler} from '../../../../../src/sandbox/kinds/convert-autoscaler.ts';

/** Made in v2 and read in v1, on the real server. */
const PAIRS = JSON.parse(
  readFileSync(new URL('./facts/autoscaler-versions.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, {readonly new: JsonObject; readonly old: JsonObject; readonly annotations: JsonObject}>>;

const kind = 'HorizontalPodAutoscaler';

describe('an autoscaler in its other version', () => {
  it.each(Object.entries(PAIRS))('is in v1 what the server makes of it: %s', (_, {new: spec, old, annotations}) => {
    const converted = convertAutoscaler(
      {apiVersion: 'autoscaling/v2', kind, metadata: {name: 'web'}, spec},
      'autoscaling/v1',
    );
    const hasSome = Object.keys(annotations).length > 0;
    expect(converted).toMatchObject({apiVersion: 'autoscaling/v1', metadata: {name: 'web'}});
    expect(converted['spec']).toEqual(old);
    expect(converted['metadata']).toEqual({name: 'web', ...(hasSome ? {annotations} : {})});
  });

  it.each(Object.entries(PAIRS))('comes back to v2 as it was: %s', (_, {new: spec, old, annotations}) => {
    const object = {apiVersion: 'autoscaling/v1', kind, metadata: {name: 'web', annotations}, spec: old};
    const converted = convertAutoscaler(object, 'autoscaling/v2');
    expect(converted['spec']).toEqual(spec);
    expect(converted['metadata']).toEqual({name: 'web'});
  });
});
