import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import type {Origin} from '../../core/diagnostic/origin.ts';
import {imageProblem} from '../../core/variation/image-ref.ts';
import type {Variation} from './vary.ts';

type Images = Variation['images'];

/** The images that stack.yaml or the command line replaces. */
export type ReadImages = {readonly images: Images; readonly diagnostics: readonly Diagnostic[]};

/** Reads the images of stack.yaml and of `--image NAME=REF`. The flags have precedence. */
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
    const problem = ref === undefined ? `${flag} is not in the form NAME=REF` : imageProblem(name, ref);
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

const FORM = 'Use --image nginx=nginx:1.27, nginx=:1.27 or nginx=registry.example:5000/nginx@sha256:…, for example.';

function splitFlag(flag: string): readonly [string, string | undefined] {
  const at = flag.indexOf('=');
  return at === -1 ? [flag, undefined] : [flag.slice(0, at), flag.slice(at + 1)];
}

/** Returns the origin of a flag: its text on the command line. */
const flagOrigin = (flag: string): Origin => ({
  file: '--image',
  position: () => ({file: '--image', line: 1, column: flag.indexOf('=') + 2, endColumn: flag.length + 1, text: flag}),
});
