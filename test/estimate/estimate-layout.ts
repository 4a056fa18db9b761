/** Estimates of a layout and its data, through the objects that programs hold. */
import {
  type ColumnsInput,
  compile,
  type EstimatedModel,
  type EstimateOptions,
  load,
  openThisThread,
} from '../../index.ts';

export async function estimateLayout(
  text: string,
  data: ColumnsInput,
  options: EstimateOptions,
): Promise<EstimatedModel> {
  const model = await load((await compile(text)).bytes);
  return (await model.bind(data)).fit({ pool: openThisThread(), ...options });
}
