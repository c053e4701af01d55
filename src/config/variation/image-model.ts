import {z} from 'zod';
import {imageProblem} from '../../core/variation/image-ref.ts';

const Images = z.record(z.string(), z.string());

/** The name of the mapping with the images of every workspace. An image that is not in a mapping means the same. */
export const EVERY_WORKSPACE = '*';

/**
 * The schema of `images` in stack.yaml: `nginx: nginx:1.27` for every workspace, and mappings from the name of a workspace to its images.
 * A reference with `${context:KEY}` is checked when the workspace is known.
 */
export const StackImages = z
  .record(
    z.string(),
    z.union([z.string(), Images.nullable()], {
      error: 'must be an image, or a mapping from image names to images for the workspace of that name',
    }),
  )
  .superRefine((images, context) => {
    const common = images[EVERY_WORKSPACE];
    for (const [name, value] of Object.entries(images)) {
      const entries = typeof value === 'string' ? [[name, value] as const] : Object.entries(value ?? {});
      for (const [image, ref] of entries) {
        const path = typeof value === 'string' ? [image] : [name, image];
        const message = imageInputProblem(image, ref);
        if (message !== undefined) context.addIssue({code: 'custom', path, message});
      }
      if (typeof value === 'string' && typeof common === 'object' && common !== null && Object.hasOwn(common, name)) {
        const message = `${name} is set twice for every workspace: here and under \`'*'\``;
        context.addIssue({code: 'custom', path: [name], message, params: {hint: 'Remove one of them.'}});
      }
    }
  });
/** The checked `images` of a stack. */
export type StackImages = z.infer<typeof StackImages>;

/** Returns the problem of an image and its replacement. Values of the context are not known yet, so any text can replace them. */
export const imageInputProblem = (name: string, ref: string): string | undefined =>
  imageProblem(name, ref.includes('${context:') ? ':any' : ref);
