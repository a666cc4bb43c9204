// The kit's style sheets of every screen behind sign-in, in the kit's own order. What opens, floats or is
// filled in brings `ui/kit-later.ts`; a component that is in neither brings its sheet with the file that
// uses it.
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Text.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Skeleton.css'
