import {expect, it} from 'vitest';
import {pinImages, promotedImages} from '../../../../src/core/variation/promoted-images.ts';

const of = (id: string, container: string, image: string) => ({id, container, image});
const A = `sha256:${'a'.repeat(64)}`;
const B = `sha256:${'b'.repeat(64)}`;

it('the images of a release belong to the names in the manifests, by resource and container', () => {
  const manifests = [of('web', 'app', 'registry/web'), of('web', 'proxy', 'nginx:1.25'), of('job', 'run', 'tools')];
  const released = [of('web', 'app', 'mirror/web:2.0'), of('web', 'proxy', `nginx:1.27@${A}`), of('old', 'x', 'old:1')];
  expect(promotedImages(manifests, released)).toEqual({
    images: new Map([
      ['registry/web', 'mirror/web:2.0'],
      ['nginx', `nginx:1.27@${A}`],
    ]),
    conflicts: [],
    missing: [of('job', 'run', 'tools')],
  });
});

it('a name with several images in the release is a conflict', () => {
  const manifests = [of('web', 'app', 'nginx'), of('api', 'app', 'nginx')];
  const {images, conflicts} = promotedImages(manifests, [of('web', 'app', 'nginx:2'), of('api', 'app', 'nginx:1')]);
  expect(images.size).toBe(0);
  expect(conflicts).toEqual([{name: 'nginx', images: ['nginx:1', 'nginx:2']}]);
});

it.each([
  {name: 'the digest that all pods run', ids: [`docker.io/library/nginx@${A}`, `nginx@${A}`], want: `nginx:1@${A}`},
  {name: 'no digest without a node that reports one', ids: ['', A], want: 'nginx:1', unpinned: ['nginx:1']},
  {
    name: 'no digest if pods run different contents',
    ids: [`x@${A}`, `x@${B}`],
    want: 'nginx:1',
    ambiguous: ['nginx:1'],
  },
])('an image gets $name', ({ids, want, unpinned = [], ambiguous = []}) => {
  const running = ids.map((imageID) => ({...of('web', 'app', 'nginx:1'), imageID}));
  const others = [{...of('web', 'app', 'nginx:0'), imageID: `x@${B}`}];
  const pinned = pinImages([of('web', 'app', 'nginx:1')], [...running, ...others]);
  expect(pinned).toEqual({images: [of('web', 'app', want)], unpinned, ambiguous});
});

it('a container without pods gets the digest that another container with the same image runs', () => {
  const images = [of('web', 'app', 'shop:1'), of('migrate', 'run', 'shop:1')];
  const pinned = pinImages(images, [{...of('web', 'app', 'shop:1'), imageID: `shop@${A}`}]);
  expect(pinned.images.map(({image}) => image)).toEqual([`shop:1@${A}`, `shop:1@${A}`]);
});

it('an image that is written with a digest keeps it', () => {
  const written = [of('web', 'app', `nginx@${B}`)];
  const running = [{...of('web', 'app', `nginx@${B}`), imageID: `nginx@${A}`}];
  expect(pinImages(written, running)).toEqual({images: written, unpinned: [], ambiguous: []});
});
