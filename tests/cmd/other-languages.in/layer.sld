<StyledLayerDescriptor version="1.0.0"/>
