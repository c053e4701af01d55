import {expect, it} from 'vitest';
import {imageProblem, parseImage, replaceImage} from '../../../../src/core/variation/image-ref.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

it.each([
  ['nginx', {name: 'nginx'}],
  ['nginx:1.27', {name: 'nginx', tag: '1.27'}],
  ['host:5000/shop/web', {name: 'host:5000/shop/web'}],
  ['host:5000/shop/web:1', {name: 'host:5000/shop/web', tag: '1'}],
  [`host:5000/web:1@${DIGEST}`, {name: 'host:5000/web', tag: '1', digest: DIGEST}],
  [`nginx@${DIGEST}`, {name: 'nginx', digest: DIGEST}],
])('%s is taken apart', (text, parts) => expect(parseImage(text)).toEqual(parts));

it.each([
  {written: 'nginx:1.25', ref: 'nginx:1.27', becomes: 'nginx:1.27'},
  {written: 'nginx:1.25', ref: ':1.27', becomes: 'nginx:1.27'},
  {written: 'nginx', ref: ':1.27', becomes: 'nginx:1.27'},
  {written: 'nginx:1.25', ref: `@${DIGEST}`, becomes: `nginx@${DIGEST}`},
  {written: `nginx:1.25@${DIGEST}`, ref: ':1.27', becomes: 'nginx:1.27'},
  {written: 'nginx:1.25', ref: 'host:5000/nginx', becomes: 'host:5000/nginx:1.25'},
  {written: `nginx:1.25@${DIGEST}`, ref: 'host:5000/nginx', becomes: `host:5000/nginx:1.25@${DIGEST}`},
  {written: 'nginx:1.25', ref: `web:1@${DIGEST}`, becomes: `web:1@${DIGEST}`},
])('$written with $ref becomes $becomes', ({written, ref, becomes}) =>
  expect(replaceImage(parseImage(written), ref)).toBe(becomes),
);

it.each([
  ['nginx', 'nginx:1.27', true],
  ['host:5000/shop/web', ':1', true],
  ['localhost/a-b__c.d', `@${DIGEST}`, true],
  ['nginx:1', 'nginx:2', false],
  [`nginx@${DIGEST}`, 'nginx:2', false],
  ['', 'nginx', false],
  ['nginx', '', false],
  ['nginx', ':', false],
  ['nginx', 'nginx:a b', false],
  ['nginx', 'nginx@sha256:abc', false],
  ['nginx', 'Nginx', false],
  ['nginx', 'https://host/nginx', false],
])('%s=%s: accepted is %s', (name, ref, ok) => expect(imageProblem(name, ref) === undefined).toBe(ok));
