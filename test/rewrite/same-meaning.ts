/** The property behind every rewrite: what a random layout's program means before it and after it is the same. */
import fc from 'fast-check';
import { casesOf } from '../random-cases.ts';
import { arbitraryCase } from '../random-layout.ts';
import { expectSameMeaning, type Program, type Programs, programsOf, SKETCHES } from './programs.ts';

type Step = {
  readonly [Name in keyof Programs]: Programs[Name] extends Program ? Name : never;
}[keyof Programs];

/** Expects a pass of the density to leave what random layouts mean, however the data is sketched. */
export function expectPassKeepsMeaning(pass: string): void {
  expectSame((programs) => [programs.before(pass), programs.after(pass)]);
}

/** Expects the programs before and after a step to mean the same on random layouts, however the data is sketched. */
export function expectStepKeepsMeaning(before: Step, after: Step): void {
  expectSame((programs) => [programs[before], programs[after]]);
}

function expectSame(choose: (programs: Programs) => readonly [before: Program, after: Program]): void {
  fc.assert(
    fc.property(arbitraryCase, fc.constantFrom(...Object.values(SKETCHES)), (random, sketch) => {
      const programs = programsOf(random.layout, random.text, sketch(random.layout));
      expectSameMeaning(random, programs.graph, ...choose(programs));
    }),
    { numRuns: casesOf(20), endOnFailure: true },
  );
}
