import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** Suites that take longest, longest first: none of them shall begin when all others are done. */
const LONG: readonly string[] = [];

/** The order of test files in every project. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({moduleId}: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return place < 0 ? LONG.length : place;
}
