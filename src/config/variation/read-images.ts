import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {imageProblem} from '../../core/variation/image-ref.ts';
import type {Variation} from './vary.ts';

type Images = Variation['images'];

/** Images that a stack or a command line replaces. */
export type ReadImages = {readonly images: Images; readonly diagnostics: readonly Diagnostic[]};

/** The images of stack.yaml, and over them those of `--image NAME=REF`. */
export function readImages(
  written: Readonly<Record<string, string>> | null | undefined,
  flags: readonly string[],
  stackOrigin: () => Origin,
): ReadImages {
  const images = new Map<string, ReturnType<Images['get']> & object>();
  for (const [name, ref] of Object.entries(written ?? {})) {
    images.set(name, {ref, place: {origin: stackOrigin(), path: ['images', name]}, shown: `images.${name}`});
  }
  const diagnostics: Diagnostic[] = [];
  const given = new Set<string>();
  for (const flag of flags) {
    const [name, ref] = splitFlag(flag);
    const problem = ref === undefined ? `${flag}: write NAME=REF` : imageProblem(name, ref);
    const twice = given.has(name) ? `${name} is given twice` : undefined;
    const wrong = problem ?? twice;
    if (wrong !== undefined || ref === undefined) {
      diagnostics.push({severity: 'error', code: 'image/invalid', message: `--image ${wrong ?? flag}`, hint: FORM});
      continue;
    }
    given.add(name);
    const instead = images.get(name);
    const change = {ref, place: {origin: flagOrigin(flag), path: []}, shown: `--image ${flag}`};
    images.set(name, instead === undefined ? change : {...change, instead: instead.place});
  }
  return {images, diagnostics};
}

const FORM = 'For example --image nginx=nginx:1.27, nginx=:1.27 or nginx=registry.example:5000/nginx@sha256:….';

function splitFlag(flag: string): readonly [string, string | undefined] {
  const at = flag.indexOf('=');
  return at === -1 ? [flag, undefined] : [flag.slice(0, at), flag.slice(at + 1)];
}

/** What a flag sets has no line: it is shown as it was typed. */
const flagOrigin = (flag: string): Origin => ({
  file: '--image',
  position: () => ({file: '--image', line: 1, column: flag.indexOf('=') + 2, endColumn: flag.length + 1, text: flag}),
});
