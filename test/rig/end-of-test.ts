import {AsyncLocalStorage} from 'node:async_hooks';
import {aroundEach, onTestFinished, type TestContext} from 'vitest';

const running = new AsyncLocalStorage<TestContext>();

/** Lets `atEndOfTest` know which of the concurrent tests of a suite calls it. */
export function keepTestsApart(): void {
  aroundEach((runTest, context) => running.run(context, runTest));
}

/** Does something when the current test is over. `onTestFinished` of Vitest alone confuses concurrent tests. */
export const atEndOfTest: typeof onTestFinished = (...args) =>
  (running.getStore()?.onTestFinished ?? onTestFinished)(...args);
