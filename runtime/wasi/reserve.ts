/** Memory of the command itself; without it the command ends, and says so. */
import { allocate, release } from '../memory';
import { endWithoutMemory } from './problems';

/** Room for so many bytes, zeroed. Ends the command when there is no more memory. */
export function reserve(bytes: usize): usize {
  const address = allocate(bytes);
  if (address == 0) endWithoutMemory();
  return address;
}

/** More room for what is at an address, of which the first `used` bytes are kept; the old one is given back. */
export function enlarge(address: usize, used: usize, bytes: usize): usize {
  const larger = reserve(bytes);
  memory.copy(larger, address, used);
  release(address);
  return larger;
}
