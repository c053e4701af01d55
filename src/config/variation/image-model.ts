import {z} from 'zod';
import {imageProblem} from '../../core/variation/image-ref.ts';

/** The schema of `images` in stack.yaml: `nginx: nginx:1.27`. */
export const StackImages = z.record(z.string(), z.string()).superRefine((images, context) => {
  for (const [name, ref] of Object.entries(images)) {
    const message = imageProblem(name, ref);
    if (message !== undefined) context.addIssue({code: 'custom', path: [name], message});
  }
});
