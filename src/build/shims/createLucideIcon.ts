import { createElement, type SVGProps } from 'react';

/*
 * A stand-in for the function with which `lucide-react` makes an icon's component, for the build (`vite.config.ts`). It
 * leaves out the library's context, class names and choices of stroke, which the app does not use: 1 kB of the first
 * load.
 */

interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  size?: number;
}

export default function createLucideIcon({ node }: IconData) {
  return function Icon({ size = 24, ...props }: IconProps) {
    const attributes = {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...props,
    } as const;
    return createElement(
      'svg',
      attributes,
      node.map(([tag, attributesOfPart]) => createElement(tag, attributesOfPart)),
    );
  };
}
