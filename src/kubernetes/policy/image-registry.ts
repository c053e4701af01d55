import type {JsonObject} from '../../core/json.ts';
import type {PolicyFinding} from '../../core/policy/policy-finding.ts';
import {globPattern} from '../../core/selection/glob.ts';
import {parseImage} from '../../core/variation/image-ref.ts';
import {nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import {podViewOf} from './pod-view.ts';

/**
 * Returns the images of an object that come from no allowed registry. An entry is a registry or a path in one, and `*` in it stands for
 * any part of one segment: `registry.example.com`, `ghcr.io/acme`, `*.dkr.ecr.eu-west-1.amazonaws.com`.
 */
export function checkRegistries(object: JsonObject, allowed: readonly string[]): readonly PolicyFinding[] {
  const pod = podViewOf(object);
  if (pod === undefined) return [];
  const images = [
    ...pod.containers.flatMap(({name, value, path}) => {
      const image = nameAt(value, 'image');
      return image === undefined ? [] : [{of: `container ${JSON.stringify(name)}`, image, path: [...path, 'image']}];
    }),
    ...objectsAt(pod.spec, 'volumes').flatMap((volume, i) => {
      const image = nameAt(volume, 'image', 'reference');
      const path = [...pod.path, 'volumes', i, 'image', 'reference'];
      return image === undefined ? [] : [{of: `volume ${JSON.stringify(nameAt(volume, 'name') ?? '')}`, image, path}];
    }),
  ];
  const patterns = allowed.map((entry) => segmentsOf(entry).map(globPattern));
  return images.flatMap(({of, image, path}) => {
    const segments = segmentsOf(withRegistry(parseImage(image).name));
    // The value of a reference is known only during the apply.
    const isAllowed =
      !/\$\{|^ref:/.test(image) && patterns.some((pattern) => pattern.every((one, i) => one.test(segments[i] ?? '/')));
    if (isAllowed) return [];
    return [{message: `${of} uses the image ${image}, which is not from an allowed registry`, path}];
  });
}

const segmentsOf = (name: string): readonly string[] => name.split('/').filter((segment) => segment !== '');

/** Returns an image name with its registry: `nginx` is `docker.io/library/nginx`. */
function withRegistry(name: string): string {
  const [first = '', ...rest] = segmentsOf(name);
  const isRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (isRegistry) return [first === 'index.docker.io' ? 'docker.io' : first, ...rest].join('/');
  return ['docker.io', ...(rest.length === 0 ? ['library'] : []), first, ...rest].join('/');
}
